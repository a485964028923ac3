// Written by make generate from openapi/h2h; never edited by hand.

export interface paths {
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a token
         * @description Exchanges the credentials of a client for a bearer token: OAuth 2 client credentials (RFC 6749, section 4.4). Send the id
         *     and the secret by HTTP Basic or in the form, not in both.
         *
         *     The token is valid for ten minutes and has no refresh token: ask again shortly before it ends, and use one token for
         *     many calls. It carries the scopes that you asked for, or all of the client where you asked for none.
         *
         *     Every answer of this operation, an error too, has the form of RFC 6749 and `Cache-Control: no-store`. One that asks too
         *     often is answered 429 for the rest of a minute: a client, an address, and a client that failed too often from one address. What others
         *     do in a client's name elsewhere does not count.
         */
        post: operations["issueToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the keys that tokens are signed with
         * @description The public keys (RFC 7517) of all tokens that are valid at the moment. Calling this API needs none of them: they are for
         *     those services that check a token by themselves.
         *
         *     Keys are rotated without an interruption: a new one is here before the first token is signed with it, and an old one
         *     stays until the last token it has signed is over.
         */
        get: operations["listSigningKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/host2host/payin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a PayIn
         * @description Asks the providers of your shop, in order of priority, for details the customer must pay to, and answers with them
         *     (`paymentDetailsData`). Show them, with `amountRandomized`, in your own page.
         *
         *     The call waits **up to 15 seconds** for a provider to accept: give your HTTP client at least 20. When no provider
         *     accepts in time the answer is 424 and no operation exists. Providers that ask the customer for a receipt are passed over: there
         *     is no upload here.
         *
         *     **A PayIn may succeed for another amount than asked.** If the customer pays less, it is `success` with a smaller `amount`.
         *     Credit `amount`. One that is never paid ends as `failed` after its lifetime, 30 minutes unless your routes say otherwise.
         *
         *     ### Repeating
         *
         *     `idTransactionMerchant` names one operation: while one with it is in progress, or has succeeded, another create with it
         *     is 409 at once. Once the earlier one has failed it may be used again. To repeat a request safely after a timeout, a broken
         *     connection or a 503, send an `Idempotency-Key` with it: the same key and body return the same operation.
         *
         *     A refused PayIn leaves its identifier free, after a 424 sometimes only some seconds later: until then a create with it is
         *     503 `createInProgress`, to be sent again when `Retry-After` is over.
         *
         *     ### Sandbox
         *
         *     With a client of a test shop the kopecks of `amount` choose the outcome: see the table in the introduction, and the examples of
         *     this operation, which have the same names.
         */
        post: operations["createPayIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/host2host/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a PayOut
         * @description Sends money from the shop's balance to the customer in the request. The amount and the commission are reserved at once; the
         *     call answers as soon as the payout is recorded, and the final status arrives by webhook. PayOuts cannot be cancelled.
         *
         *     ### What the recipient needs
         *
         *     | `paymentMethod` | `number` | `bankName` | `phoneNumber` |
         *     |---|---|---|---|
         *     | `toCard`, `azn_c2c`, `kzt_c2c` | card number of 16 digits with a valid check digit (Luhn) | passed on | – |
         *     | `sbp` | phone number, `+7` and ten digits | resolved by the classifier | – |
         *     | `mobile`, `kzt_mobile` | phone number, `+7` and ten digits | passed on | required, `+7` and ten digits |
         *     | `ars_cbu` | CBU of 22 digits, with both check digits | passed on | – |
         *     | `inr_imps` | `<account>:<IFSC>` | passed on | – |
         *
         *     For `sbp`, `bankName` is looked up in the classifier (`GET /masterdata/bank/list`), in this order: a bank's name, letter by letter; its
         *     `bankCode` with or without the prefix `bank`, in any case; an alias, in any case. What is found is replaced by the bank's canonical
         *     name. What is not found is refused with the message `Not found bankName`. The `bankCode` is the more robust form.
         *
         *     For every other method `bankName` is passed on to the provider as it is and not checked: a typing error is passed on as well, and the
         *     provider may decline. **It has a part in the commission:** the intrabank rate applies for the literal values `sber` and
         *     `Сбербанк` only; anything else, a `bankCode` too, has the interbank rate.
         *
         *     ### A PayOut may succeed in part
         *
         *     It may be carried out in several transfers. When some fail for good it is **`success` with a smaller `amount`**; what was not
         *     paid, with its share of the commission, returns to the balance. Where none succeeded it is `failed`. A transfer of unknown outcome is
         *     never sent again elsewhere: the PayOut stays `in_progress` until the provider or an operator knows.
         *
         *     ### Repeating
         *
         *     As with PayIns: 409 at once while an operation with this `idTransactionMerchant` is in progress or has succeeded. To repeat a
         *     request safely after a timeout, a broken connection or a 503, send the same `Idempotency-Key`. **With a new
         *     identifier and a new key you may pay twice.**
         *
         *     ### Sandbox
         *
         *     With a client of a test shop the kopecks of `amount` choose the outcome: see the table in the introduction, and the examples of
         *     this operation, which have the same names.
         */
        post: operations["createPayOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operation/operation/platform/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an operation by its platform ID
         * @description One operation of your shop, as it is now. The final status arrives by webhook; this is the fallback.
         *
         *     What was created through another API, or by another shop, answers 404, as if it did not exist.
         */
        get: operations["getOperation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operation/operation/merhcant/{idTransactionMerchant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read operations by the merchant's ID
         * @description All operations of your shop with this identifier of yours, **newest first**. There are several where an identifier was
         *     used again after its operation had failed; at most one of them has not failed. None is an empty array and 200. For exactly one operation
         *     read it by its platform ID.
         *
         *     The path is spelled `merhcant`.
         */
        get: operations["findOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/operation/operation/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List operations
         * @description The operations of your shop, **newest first** (`dateAdded`, then `id`, both descending), for bookkeeping and for a look at what is
         *     open. What you need to know about one operation, a read by its identifier answers.
         *
         *     `totalNumberRecords` is how many there are at the moment at which the page is read: both are of one moment. A page begins `skip` operations from the newest **at the moment of the call**: what
         *     is created between two calls moves everything back, so that an operation may be seen again on the next page, and none
         *     is ever skipped. Drop those whose `id` you have seen.
         */
        post: operations["listOperations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/masterdata/bank/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the banks of sbp
         * @description The classifier that `bankName` of an `sbp` PayOut is checked against: the members of the fast payment system. It changes
         *     rarely. The answer has a weak `ETag`: send it back as `If-None-Match`, and while nothing has changed the answer is 304 without a body.
         */
        get: operations["listBanks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "operation.in_progress": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operation was accepted
         * @description Sent once, when a PayIn or PayOut was accepted. There is nothing to do but wait.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description Identifier of the event, the same on every attempt to deliver it. Remember it to handle each event once.
                     * @example 019c46f2-9281-7b02-8c44-1d2e3f405162
                     */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /**
                     * @description When this attempt was made, in seconds since 1970. Refuse attempts more than five minutes away from your clock.
                     * @example 1770714002
                     */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` under the decoded `whsec_…` secret. Several signatures, separated by spaces, for 24 hours after a rotation: one that fits is enough.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description The event. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OperationInProgressEvent"];
                };
            };
            responses: {
                410: components["responses"]["EndpointGone"];
                "2XX": components["responses"]["EventReceived"];
                default: components["responses"]["EventNotReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "operation.success": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operation succeeded
         * @description The PayIn or PayOut reached its end and money moved. **`data.amount` may be below `data.amountInitial`**: credit what was paid, not what was asked.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description Identifier of the event, the same on every attempt to deliver it. Remember it to handle each event once.
                     * @example 019c46f2-9281-7b02-8c44-1d2e3f405162
                     */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /**
                     * @description When this attempt was made, in seconds since 1970. Refuse attempts more than five minutes away from your clock.
                     * @example 1770714002
                     */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` under the decoded `whsec_…` secret. Several signatures, separated by spaces, for 24 hours after a rotation: one that fits is enough.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description The event. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OperationSuccessEvent"];
                };
            };
            responses: {
                410: components["responses"]["EndpointGone"];
                "2XX": components["responses"]["EventReceived"];
                default: components["responses"]["EventNotReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "operation.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operation failed
         * @description The PayIn or PayOut ended without money. What a PayOut had reserved is available again, and its identifier may be used again.
         */
        post: {
            parameters: {
                query?: never;
                header: {
                    /**
                     * @description Identifier of the event, the same on every attempt to deliver it. Remember it to handle each event once.
                     * @example 019c46f2-9281-7b02-8c44-1d2e3f405162
                     */
                    "webhook-id": components["parameters"]["WebhookId"];
                    /**
                     * @description When this attempt was made, in seconds since 1970. Refuse attempts more than five minutes away from your clock.
                     * @example 1770714002
                     */
                    "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                    /**
                     * @description `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` under the decoded `whsec_…` secret. Several signatures, separated by spaces, for 24 hours after a rotation: one that fits is enough.
                     * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                     */
                    "webhook-signature": components["parameters"]["WebhookSignature"];
                };
                path?: never;
                cookie?: never;
            };
            /** @description The event. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OperationFailedEvent"];
                };
            };
            responses: {
                410: components["responses"]["EndpointGone"];
                "2XX": components["responses"]["EventReceived"];
                default: components["responses"]["EventNotReceived"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description Amount in the operation's currency, a JSON number that is written with two decimals. Read it as a decimal and not as a float.
         * @example 1000
         */
        Amount: number;
        /**
         * @description Amount in the currency of the shop's balance, a JSON number that is written with all decimals of that currency: six for `USDT`. Read it as a decimal and not as a float.
         * @example 12.125
         */
        BalanceAmount: number;
        /** @description A member of the fast payment system. Any of its names is taken as `bankName`. */
        Bank: {
            /**
             * @description Its canonical name. Upper and lower case count where it is sent.
             * @example Сбербанк
             */
            bankName: string;
            /**
             * @description Its member identifier without the prefix `bank`; with the prefix it is taken as well. The more robust form to send.
             * @example 100000000111
             */
            bankCode: string;
            /**
             * @description Former, abbreviated and transliterated names. Upper and lower case do not count.
             * @example [
             *       "Sberbank",
             *       "Сбер"
             *     ]
             */
            aliases: string[];
        };
        /** @description The classifier, in the envelope. */
        BanksEnvelope: {
            result: components["schemas"]["SuccessResult"];
            /** @description The banks, ordered by `bankName`, character by character (Unicode code points), then by `bankCode`. */
            data: components["schemas"]["Bank"][];
            /**
             * @description How many there are.
             * @example 209
             */
            totalNumberRecords: number;
        };
        /**
         * Format: date-time
         * @description When the customer was registered with you: a time of RFC 3339, with a `T` and an offset, and a year from 1970 to 2099. Providers use it against fraud.
         * @example 2025-06-01T12:00:00Z
         */
        ClientDateCreated: string;
        /**
         * @description Your identifier of the end user who pays or is paid: any non-empty string of at most 200 characters, never trimmed. Use the same value for the same person: providers use it against fraud. Do not put personal data into it.
         * @example user-70412
         */
        ClientId: string;
        /**
         * @description The end user's IP address (IPv4 or IPv6), a hint for antifraud checks. Leave it out when you do not know it; a malformed address is refused with 400.
         * @example 203.0.113.24
         */
        ClientIp: string;
        /** @description The customer's IP address (IPv4 or IPv6). Providers use it against fraud. */
        "ClientIp-2": components["schemas"]["ClientIp"];
        /**
         * @description What went wrong, for programs: decide by this value and never by `message`. `none` on success. Values may be added: treat one you do not know by the HTTP status of its response.
         * @example duplicateIdentifier
         */
        CodeError: "none" | "invalidRequestParameters" | "unauthorized" | "notEnoughMoneyOnBalance" | "forbidden" | "operationNotFound" | "routeNotFound" | "methodNotAllowed" | "requestTimeout" | "duplicateIdentifier" | "payloadTooLarge" | "unsupportedMediaType" | "noSuitableTariffForRequest" | "noPaymentDetailsAvailable" | "tooManyRequests" | "headersTooLarge" | "temporarilyUnavailable";
        /** @description A PayIn to create. Fields not named here are ignored and do not count when bodies are compared. */
        CreatePayInRequest: {
            paymentMethod: components["schemas"]["PaymentMethod"];
            idTransactionMerchant: components["schemas"]["MerchantTransactionId"];
            amount: components["schemas"]["RequestedAmount"];
            clientID: components["schemas"]["ClientId"];
            clientIP: components["schemas"]["ClientIp-2"];
            clientDateCreated: components["schemas"]["ClientDateCreated"];
            integrationMerhcnatData?: components["schemas"]["IntegrationData"];
        };
        /** @description A PayOut to create. Fields not named here are ignored and do not count when bodies are compared. */
        CreatePayOutRequest: {
            paymentMethod: components["schemas"]["PaymentMethod"];
            idTransactionMerchant: components["schemas"]["MerchantTransactionId"];
            amount: components["schemas"]["RequestedAmount"];
            /**
             * @description The recipient's card, phone or account number, in the form of the method.
             * @example 2200000000000004
             */
            number: string;
            /**
             * @description The recipient's bank; see above. It has a part in the commission.
             * @example sber
             */
            bankName: string;
            /**
             * @description The recipient's full name, at most 140 characters.
             * @example Анна Смирнова
             */
            nameMediator?: string;
            clientID: components["schemas"]["ClientId"];
            clientIP: components["schemas"]["ClientIp-2"];
            clientDateCreated: components["schemas"]["ClientDateCreated"];
            /**
             * @description The recipient's phone number, with `+` and its country code. Required for `mobile` and `kzt_mobile`: `+7` and ten digits.
             * @example +79001003151
             */
            phoneNumber?: string;
            integrationMerhcnatData?: components["schemas"]["IntegrationData"];
        };
        /**
         * @description ISO 4217 code of the operation's currency, which the method fixes.
         * @example RUB
         */
        Currency: string;
        /** @description Every refusal, in the envelope that answers have, too. */
        ErrorEnvelope: {
            /** @description What went wrong. */
            result: components["schemas"]["Result"] & {
                /**
                 * @description Always `error`.
                 * @constant
                 */
                status?: "error";
                /** @description Never empty. */
                message?: string;
            };
            /** @description Always `null`. */
            data: null;
            /**
             * @description Always `0`.
             * @constant
             */
            totalNumberRecords: 0;
        };
        /** @description What every event has. Fields may be added; ignore those you do not know. */
        EventEnvelope: {
            type: components["schemas"]["EventType"];
            /**
             * Format: date-time
             * @description When it happened (not when it was sent), ISO 8601 in UTC with milliseconds.
             * @example 2026-02-10T09:00:02.113Z
             */
            timestamp: string;
            /**
             * @description Grows with each event of this operation; numbers may be left out. Events may arrive late, twice or in another order: drop one whose `sequence` is not above the highest you have handled for this operation.
             * @example 1
             */
            sequence: number;
            /** @description The operation as it was right after the event, as a read of it answers. */
            data: components["schemas"]["Operation"];
        };
        /** @description What happened. The part after the point is the status of the operation. Values may be added: treat one you do not know as nothing to you, and answer 2xx. */
        EventType: "operation.in_progress" | "operation.success" | "operation.failed";
        /**
         * @description Units of the balance's currency for one unit of the operation's: six decimals for pairs with `RUB`, ten for others, `1` where nothing is converted.
         * @example 0.0125
         */
        ExchangeRate: number;
        /** @description How you are told of this operation. The name of the field is spelled `integrationMerhcnatData`. */
        IntegrationData: {
            /**
             * Format: uri
             * @description Where events of this operation are sent instead of to your default address: an absolute `https` address of at most 2,048 characters that is public, without a user name, at port 443, 80, or one from 1024 on. The shop's own secret signs them.
             * @example https://shop.example/turnpike/events
             */
            webHook?: string;
        };
        /** @description A part of the list, in the envelope. */
        ListEnvelope: {
            result: components["schemas"]["SuccessResult"];
            /** @description Operations, newest first, at most `take` of them. */
            data: components["schemas"]["ListItem"][];
            /**
             * @description How many operations there are in all, at the moment at which `data` was read.
             * @example 1284
             */
            totalNumberRecords: number;
        };
        /** @description What a list shows of an operation. */
        ListItem: {
            id: components["schemas"]["OperationId"];
            /**
             * Format: date-time
             * @description When it was created, ISO 8601 in UTC with milliseconds.
             * @example 2026-02-10T09:00:00.113Z
             */
            dateAdded: string;
            typeOperation: components["schemas"]["TypeOperation"];
            status: components["schemas"]["OperationStatus"];
            idTransactionMerchant: components["schemas"]["MerchantTransactionId"];
            /** @description The amount in force, as a read of the operation shows it. */
            amount: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            exchangeRate: components["schemas"]["ExchangeRate"];
        };
        /** @description Which part of the list. Fields not named here are ignored. */
        ListRequest: {
            /**
             * @description How many operations to skip, from the newest.
             * @example 0
             */
            skip: number;
            /**
             * @description How many to return at most.
             * @example 50
             */
            take: number;
        };
        /**
         * @description Your identifier of the operation: any non-empty string of at most 200 characters (Unicode code points). It is compared exactly as sent: nothing is trimmed, case matters. PayIns and PayOuts of one shop share one namespace.
         * @example order-2026-000184
         */
        MerchantTransactionId: string;
        /** @description A PayIn or PayOut. Fields may be added; ignore those you do not know. */
        Operation: {
            id: components["schemas"]["OperationId"];
            /**
             * Format: date-time
             * @description When it was created, ISO 8601 in UTC with milliseconds.
             * @example 2026-02-10T09:00:00.113Z
             */
            dateAdded: string;
            /**
             * Format: date-time
             * @description When it last changed, ISO 8601 in UTC with milliseconds.
             * @example 2026-02-10T09:00:02.113Z
             */
            dateUpdated: string;
            typeOperation: components["schemas"]["TypeOperation"];
            status: components["schemas"]["OperationStatus"];
            idTransactionMerchant: components["schemas"]["MerchantTransactionId"];
            /** @description What you asked for. */
            amountInitial: components["schemas"]["Amount"];
            /** @description What the customer has to pay. A provider may have changed the kopecks to tell payments apart: show this amount and not `amountInitial`. */
            amountRandomized: components["schemas"]["Amount"];
            /** @description The amount in force: `amountRandomized` until money has moved, then what really moved. **It may be less than you asked for.** */
            amount: components["schemas"]["Amount"];
            /** @description The commission in the operation's currency, rounded half up. */
            amountComission: components["schemas"]["Amount"];
            currency: components["schemas"]["Currency"];
            /** @description What the balance changes by, in its currency: the amount less the commission for a PayIn, plus the commission for a PayOut. Expected until the end, then what was booked: zero where nothing moved. */
            amountInCurrencyBalance: components["schemas"]["BalanceAmount"];
            /** @description The commission in the currency of the balance. Expected until the end, then what was booked. */
            amountComissionInCurrencyBalance: components["schemas"]["BalanceAmount"];
            exchangeRate: components["schemas"]["ExchangeRate"];
            paymentDetailsData?: components["schemas"]["PaymentDetailsData"];
        };
        /** @description One operation, in the envelope. */
        OperationEnvelope: {
            result: components["schemas"]["SuccessResult"];
            data: components["schemas"]["Operation"];
            /**
             * @description Always `0` with one operation.
             * @constant
             */
            totalNumberRecords: 0;
        };
        /** @description An event, told apart by `type`, which also fixes the status of the operation. An endpoint is sent all of them unless it asked for some. */
        OperationEvent: components["schemas"]["OperationInProgressEvent"] | components["schemas"]["OperationSuccessEvent"] | components["schemas"]["OperationFailedEvent"];
        /** @description A PayIn or PayOut ended without money. */
        OperationFailedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Always `operation.failed`.
             * @constant
             */
            type: "operation.failed";
            /** @description An operation that has failed. */
            data: {
                /**
                 * @description Always `failed`.
                 * @constant
                 */
                status: "failed";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.failed";
        };
        /**
         * Format: uuid
         * @description The identifier Turnpike issued for an operation: a UUID (version 7, so later operations sort after earlier ones). In requests upper and lower case are equal; `urn:uuid:` and braces are not accepted.
         * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
         */
        OperationId: string;
        /** @description A PayIn or PayOut was accepted. */
        OperationInProgressEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Always `operation.in_progress`.
             * @constant
             */
            type: "operation.in_progress";
            /** @description An operation that waits for payment or processing. */
            data: {
                /**
                 * @description Always `in_progress`.
                 * @constant
                 */
                status: "in_progress";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.in_progress";
        };
        /**
         * @description `in_progress`: created, waits for payment or processing. `success`: completed, **maybe for less than was asked**: see `amount`. `failed`: failed, declined, expired or cancelled. The latter two are final. No value is added within this API.
         * @example in_progress
         * @enum {string}
         */
        OperationStatus: "in_progress" | "success" | "failed";
        /** @description A PayIn or PayOut succeeded, maybe for less than was asked. */
        OperationSuccessEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Always `operation.success`.
             * @constant
             */
            type: "operation.success";
            /** @description An operation that has succeeded. */
            data: {
                /**
                 * @description Always `success`.
                 * @constant
                 */
                status: "success";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.success";
        };
        /** @description Operations with one identifier, in the envelope. */
        OperationsEnvelope: {
            result: components["schemas"]["SuccessResult"];
            /** @description The operations, newest first. */
            data: components["schemas"]["Operation"][];
            /**
             * @description How many there are.
             * @example 1
             */
            totalNumberRecords: number;
        };
        /** @description Where the customer has to pay to. Only PayIns have it. */
        PaymentDetailsData: {
            /**
             * @description Who receives the money; empty where the provider does not say.
             * @example Иван П.
             */
            nameMediator: string;
            paymentMethod: components["schemas"]["PaymentMethod"];
            /**
             * @description The bank of the recipient; empty where the provider does not say.
             * @example Сбербанк
             */
            bankName: string;
            /**
             * @description The card, phone or account number to pay to. Empty once it was removed, 90 days after the end unless agreed otherwise.
             * @example 2200000000000004
             */
            number: string;
            /**
             * @description A second number where the provider gives one, such as that of an account.
             * @example null
             */
            numberAdditional: string | null;
            /**
             * @description What a QR code has to show, where the provider gives one.
             * @example null
             */
            qRcode: string | null;
        };
        /**
         * @description Code of the payment method, which fixes the currency. Methods are data, not part of the contract, so new ones appear without a new version; an unknown one is refused with 400. Known today: `toCard`, `sbp`, `mobile` (RUB), `azn_c2c` (AZN), `kzt_c2c`, `kzt_mobile` (KZT), `ars_cbu` (ARS), `inr_imps` (INR).
         * @example toCard
         */
        PaymentMethod: string;
        /**
         * Format: uuid
         * @description Identifies one request in your logs and in ours. Quote it when you ask for support.
         * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
         */
        RequestUuid: string;
        /**
         * @description Amount in the currency of the method: a JSON number above zero and at most `999999999.99` with at most two decimals, or a decimal string with exactly two. A number is read as it is written, digit by digit: `1000`, `1000.5` and `1000.50` are right, `1e3` and `1.001` are not.
         * @example 1000.5
         */
        RequestedAmount: number | string;
        /** @description How a request went. */
        Result: {
            /**
             * @description Whether the request was carried out. No value is added within this API.
             * @enum {string}
             */
            status: "success" | "error";
            /** @description The same value as the `x-request-id` header of the response. */
            "x-request-id": components["schemas"]["RequestUuid"];
            codeError: components["schemas"]["CodeError"];
            /**
             * @description What `codeError` is about, or `none`: with `invalidRequestParameters` the name of the field, such as `amount` or `integrationMerhcnatData.webHook`, `idempotencyKey` for that header, or `body` or `request` where it is no field; else a finer reason, such as `tokenMissing`, `scope` or `createInProgress`.
             * @example none
             */
            codeErrorExt: string;
            /**
             * @description Empty on success; else what happened, in words for people. They may change, but for `Not found bankName`.
             * @example
             */
            message: string;
        };
        /** @description A public key of Ed25519 (RFC 8037). */
        SigningKey: {
            /**
             * @description Always `OKP`.
             * @constant
             */
            kty: "OKP";
            /**
             * @description Always `Ed25519`.
             * @constant
             */
            crv: "Ed25519";
            /**
             * @description The public key in base64url.
             * @example 11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo
             */
            x: string;
            /**
             * @description Its name, which stands in the header of each token.
             * @example 019c46e1-0f6d-7b39-a2c5-94e08b7d1f26
             */
            kid: string;
            /**
             * @description Always `sig`.
             * @constant
             */
            use: "sig";
            /**
             * @description Always `EdDSA`.
             * @constant
             */
            alg: "EdDSA";
        };
        /** @description A set of JSON Web Keys (RFC 7517). */
        SigningKeys: {
            /** @description The keys, in no order that means anything. */
            keys: components["schemas"]["SigningKey"][];
        };
        /** @description The request was carried out. */
        SuccessResult: components["schemas"]["Result"] & {
            /**
             * @description Always `success`.
             * @constant
             */
            status?: "success";
            /**
             * @description Always `none`.
             * @constant
             */
            codeError?: "none";
            /**
             * @description Always `none`.
             * @constant
             */
            codeErrorExt?: "none";
            /**
             * @description Always empty.
             * @constant
             */
            message?: "";
        };
        /** @description A bearer token (RFC 6749, section 5.1). */
        Token: {
            /**
             * @description The token, a JWT. Send it as it is; what is in it may change.
             * @example eyJhbGciOiJFZERTQSIsInR5cCI6ImF0K2p3dCIsImtpZCI6IjAxOWM0NmUxLTBmNmQtN2IzOS1hMmM1LTk0ZTA4YjdkMWYyNiJ9.eyJpc3MiOiJ1cm46dHVybnBpa2UiLCJhdWQiOiJ1cm46dHVybnBpa2U6aDJoIiwic3ViIjoiMDE5YzQ2ZTAtM2IxYS03ZDUyLThjNDctMmY5YTYxZDBiM2U4IiwiY2xpZW50X2lkIjoiMDE5YzQ2ZTAtM2IxYS03ZDUyLThjNDctMmY5YTYxZDBiM2U4Iiwic2hvcCI6IjAxOWM0NmRmLTkxYzQtN2EwNS1iNmUxLTdkM2M1YTI4NDBmMSIsInNjb3BlIjoicGF5aW4gcGF5b3V0IHJlYWQiLCJqdGkiOiIwMTljNDZmMi04YTQwLTdjMzEtOWYwZS01YjFkMmMzZTRmNTEiLCJpYXQiOjE3NzA3MTQwMDAsIm5iZiI6MTc3MDcxMzk5NSwiZXhwIjoxNzcwNzE0NjAwfQ.w3V4JRTwaL3FT_M0ncneV_w0Z8QBmuCFsOuZa_jXOxf3EcyrDz3v8eZEPFysIgQrgmtwGdUN0AOD6-GvtcpRBQ
             */
            access_token: string;
            /**
             * @description Always `Bearer`.
             * @constant
             */
            token_type: "Bearer";
            /**
             * @description For how many seconds it is valid from now.
             * @example 600
             */
            expires_in: number;
            /**
             * @description The scopes it has, separated by spaces.
             * @example payin payout read
             */
            scope: string;
        };
        /** @description A refusal of the token endpoint. */
        TokenError: {
            error: components["schemas"]["TokenErrorCode"];
            /**
             * @description What happened, in words for people; they may change.
             * @example The client is unknown or revoked, or its secret is wrong.
             */
            error_description: string;
        };
        /**
         * @description What went wrong, for programs (RFC 6749, section 5.2). Values may be added: treat one you do not know by the HTTP status of its response.
         * @example invalid_client
         */
        TokenErrorCode: "invalid_request" | "unsupported_grant_type" | "invalid_scope" | "invalid_client" | "temporarily_unavailable";
        /** @description A grant of type `client_credentials`. */
        TokenRequest: {
            /**
             * @description Always `client_credentials`; any other is refused as `unsupported_grant_type`.
             * @example client_credentials
             */
            grant_type: string;
            /**
             * @description The scopes that the token shall have, separated by spaces: `payin`, `payout`, `read`. Without it, all that the client has.
             * @example payin read
             */
            scope?: string;
            /**
             * @description The client's id, where it is not sent by HTTP Basic.
             * @example 019c46e0-3b1a-7d52-8c47-2f9a61d0b3e8
             */
            client_id?: string;
            /**
             * @description The client's secret, where it is not sent by HTTP Basic.
             * @example tpc_test_lxs3Sh7C32LaawoAAgRSPX5dk227liTIRyz3gcQTQjR178njL
             */
            client_secret?: string;
        };
        /**
         * @description `payIn` brings money in, `payOut` sends money out. No value is added within this API.
         * @example payIn
         * @enum {string}
         */
        TypeOperation: "payIn" | "payOut";
    };
    responses: {
        /** @description **This does not say that nothing was created** (`temporarilyUnavailable`). Repeat the same request with the same `Idempotency-Key` until you get another answer, each time when `Retry-After` is over. `codeErrorExt` is `createInProgress` while another create with this identifier or key is not decided, or was refused (424) and a provider that did not answer in time has not cancelled its order yet: two or three seconds as a rule, longer while the provider cannot be reached. */
        CreateUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimitHint"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyHint"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description An operation with this `idTransactionMerchant` is in progress or has succeeded, or the `Idempotency-Key` was sent with another body (`duplicateIdentifier`; `codeErrorExt` is `idempotencyKey` then). Nothing was created. An identifier is free again once its operation has failed. */
        DuplicateIdentifier: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description Disables the endpoint until you enable it again. Its undelivered events are kept. */
        EndpointGone: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Anything else, a redirect included (none is followed), and no answer within 15 seconds, is a failed attempt: it is tried again at the next time of the schedule. */
        EventNotReceived: {
            headers: {
                "Retry-After": components["headers"]["RetryAfterFromReceiver"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description Received. Any 2xx within 15 seconds ends the delivery; the body is not read. Answer first, work afterwards. */
        EventReceived: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The token does not have the scope that this operation needs (`forbidden`). Nothing happened. */
        Forbidden: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["BearerChallenge"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description There is no such client, it was revoked, the secret is wrong, or `Authorization` was sent in more lines than one (`invalid_client`): the answer does not tell which. */
        InvalidClient: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "WWW-Authenticate": components["headers"]["BasicChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /**
         * @description No token was issued.
         *
         *     - `invalid_request`: the form is not valid, a parameter is missing or sent twice, or the client is named in two ways.
         *     - `unsupported_grant_type`: the grant is not `client_credentials`.
         *     - `invalid_scope`: a scope is unknown, or this client does not have it.
         */
        InvalidTokenRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The path exists, with the methods that `Allow` lists (`methodNotAllowed`). */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The shop has no tariff for this method, direction and amount (`noSuitableTariffForRequest`). Nothing was created and the identifier is free again. Ask your manager to add a tariff; repeating does not help before that. */
        NoSuitableTariff: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The shop has no operation with this identifier in this API (`operationNotFound`). */
        OperationNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body is larger than 64 KiB (`payloadTooLarge`). Nothing happened. */
        PayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The request could not be finished just now (`temporarilyUnavailable`). Repeat it. */
        TemporarilyUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimitHint"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyHint"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body is not `application/x-www-form-urlencoded`, or is compressed. */
        TokenMediaTypeUnsupported: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description A token is asked for by `POST`. */
        TokenMethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The form is larger than 64 KiB. */
        TokenRequestTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description No token could be issued just now. Repeat the request. */
        TokenUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The shop sent more requests than its quota, 100 per second unless agreed otherwise (`tooManyRequests`). Nothing happened. Wait as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description This client, or this address, asks too often, or the client failed too often from this address. Wait as long as `Retry-After` says; a token is good for ten minutes of calls. */
        TooManyTokenRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["NoStore"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TokenError"];
            };
        };
        /** @description The call has no bearer token, more than one, or one that is not valid: not ours, over, or revoked (`unauthorized`). It is checked before anything else of the request is read. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["BearerChallenge"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
        /** @description The body is not JSON in UTF-8, or is compressed (`unsupportedMediaType`). Nothing happened. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"];
            };
        };
    };
    parameters: {
        /**
         * @description Makes repeating safe: the same key with the same body answers with the same operation, even one that has failed, and creates nothing; with another body, 409. Use a new one for each order, and send it again with each repetition. 1 to 200 characters, in one header line: a second line is refused with 400, be it the same or not.
         * @example 5f0f4d1e-6f0b-4d9c-8d0e-3a2b1c0d9e8f
         */
        IdempotencyKey: string;
        /**
         * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
         * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
         */
        RequestId: string;
        /**
         * @description Identifier of the event, the same on every attempt to deliver it. Remember it to handle each event once.
         * @example 019c46f2-9281-7b02-8c44-1d2e3f405162
         */
        WebhookId: string;
        /**
         * @description `v1,` and the base64 HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<raw body>` under the decoded `whsec_…` secret. Several signatures, separated by spaces, for 24 hours after a rotation: one that fits is enough.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
        /**
         * @description When this attempt was made, in seconds since 1970. Refuse attempts more than five minutes away from your clock.
         * @example 1770714002
         */
        WebhookTimestamp: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The methods this path has, separated by commas.
         * @example POST
         */
        Allow: string;
        /**
         * @description How to authenticate (RFC 9110): with the id and the secret of a client.
         * @example Basic realm="turnpike"
         */
        BasicChallenge: "Basic realm=\"turnpike\"";
        /**
         * @description How to authenticate (RFC 6750): with a bearer token; `error` says what is wrong with the one that was sent.
         * @example Bearer realm="turnpike", error="invalid_token"
         */
        BearerChallenge: string;
        /**
         * @description The version of the classifier (RFC 9110), weak.
         * @example W/"sbp-3"
         */
        ETag: string;
        /**
         * @description A token is not to be stored.
         * @example no-store
         */
        NoStore: "no-store";
        /**
         * @description What is left of the shop's quota (draft-ietf-httpapi-ratelimit-headers, version 8): `r` requests remain, `t` seconds until the window starts anew.
         * @example "shop"; r=99; t=1
         */
        RateLimit: string;
        /**
         * @description As on other responses, where the request was counted before it failed.
         * @example "shop"; r=99; t=1
         */
        RateLimitHint: string;
        /**
         * @description The shop's quota: `q` requests in `w` seconds; `pk` stands for the shop.
         * @example "shop"; q=100; w=1; pk=:ODhmMmU4NmQ3NGE0:
         */
        RateLimitPolicy: string;
        /**
         * @description As on other responses, where the request was counted before it failed.
         * @example "shop"; q=100; w=1; pk=:ODhmMmU4NmQ3NGE0:
         */
        RateLimitPolicyHint: string;
        /** @description The identifier of this request, yours when you sent a UUID, otherwise a new one. On every response. */
        RequestId: components["schemas"]["RequestUuid"];
        /**
         * @description How many seconds to wait before the request is repeated. With every 429 and every 503.
         * @example 1
         */
        RetryAfter: number;
        /**
         * @description With a 429 or 503, how many seconds we should wait before the next attempt. It is honoured.
         * @example 120
         */
        RetryAfterFromReceiver: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    issueToken: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The grant. A parameter may be sent once only; those that are not named here are ignored. */
        requestBody: {
            content: {
                "application/x-www-form-urlencoded": components["schemas"]["TokenRequest"];
            };
        };
        responses: {
            /** @description The token. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["NoStore"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Token"];
                };
            };
            400: components["responses"]["InvalidTokenRequest"];
            401: components["responses"]["InvalidClient"];
            405: components["responses"]["TokenMethodNotAllowed"];
            413: components["responses"]["TokenRequestTooLarge"];
            415: components["responses"]["TokenMediaTypeUnsupported"];
            429: components["responses"]["TooManyTokenRequests"];
            503: components["responses"]["TokenUnavailable"];
        };
    };
    listSigningKeys: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys at the moment of reading. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SigningKeys"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
    createPayIn: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes repeating safe: the same key with the same body answers with the same operation, even one that has failed, and creates nothing; with another body, 409. Use a new one for each order, and send it again with each repetition. 1 to 200 characters, in one header line: a second line is refused with 400, be it the same or not.
                 * @example 5f0f4d1e-6f0b-4d9c-8d0e-3a2b1c0d9e8f
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The PayIn you ask for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayInRequest"];
            };
        };
        responses: {
            /** @description The PayIn, with `paymentDetailsData`: accepted just now; or, for an `Idempotency-Key` sent again with the same body, the original one as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationEnvelope"];
                };
            };
            /** @description The request is not valid (`invalidRequestParameters`): it is no valid JSON, a required field is missing or malformed, the method is unknown, or the amount is outside its limits. `codeErrorExt` names the first field. Nothing was created. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["DuplicateIdentifier"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["NoSuitableTariff"];
            /**
             * @description No provider accepted the PayIn within 15 seconds, or the shop has no route for it that needs no receipt
             *     (`noPaymentDetailsAvailable`). No operation exists, and reads do not find one.
             *
             *     Where every provider declined, the identifier is free again at once. **One that did not answer in time is made to cancel its order
             *     first:** until that is certain, any create with this identifier or `Idempotency-Key` is 503 (`createInProgress`), for two or three
             *     seconds as a rule, and longer while that provider cannot be reached. Send it again when `Retry-After` is over, until you get
             *     another answer. It is a new create then: providers are asked anew.
             */
            424: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["CreateUnavailable"];
        };
    };
    createPayOut: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description Makes repeating safe: the same key with the same body answers with the same operation, even one that has failed, and creates nothing; with another body, 409. Use a new one for each order, and send it again with each repetition. 1 to 200 characters, in one header line: a second line is refused with 400, be it the same or not.
                 * @example 5f0f4d1e-6f0b-4d9c-8d0e-3a2b1c0d9e8f
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description The PayOut you ask for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayOutRequest"];
            };
        };
        responses: {
            /** @description The PayOut, without `paymentDetailsData`: recorded just now; or, for an `Idempotency-Key` sent again with the same body, the original one as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationEnvelope"];
                };
            };
            /** @description The request is not valid (`invalidRequestParameters`): it is no valid JSON, a required field is missing or malformed, the method is unknown, the amount is outside its limits, `number` is not of the method's form, or the bank is not found. `codeErrorExt` names the first field. Nothing was created. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The available balance does not cover the amount and its commission (`notEnoughMoneyOnBalance`). Nothing was created, and the identifier is free again. */
            402: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["DuplicateIdentifier"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["NoSuitableTariff"];
            /** @description The shop has no route for this PayOut (`noPaymentDetailsAvailable`). No operation exists, nothing is reserved, and the identifier is free again. */
            424: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["CreateUnavailable"];
        };
    };
    getOperation: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description The platform's identifier of the operation, `data.id` of the create.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                id: components["schemas"]["OperationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operation. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationEnvelope"];
                };
            };
            /** @description The identifier is not a UUID (`invalidRequestParameters`). */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["OperationNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
    findOperations: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path: {
                /**
                 * @description Your identifier, percent-encoded, compared exactly.
                 * @example order-2026-000184
                 */
                idTransactionMerchant: components["schemas"]["MerchantTransactionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The operations; maybe none. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationsEnvelope"];
                };
            };
            /** @description The identifier is too long or cannot be read (`invalidRequestParameters`). */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
    listOperations: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description Which part of the list. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ListRequest"];
            };
        };
        responses: {
            /** @description A part of the list. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEnvelope"];
                };
            };
            /** @description `skip` or `take` is missing or malformed (`invalidRequestParameters`). */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorEnvelope"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
    listBanks: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Your identifier of this request. A UUID is used as it is and comes back on the response; anything else is replaced by a new one and is never an error. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description The `ETag` of the classifier that you have.
                 * @example W/"sbp-3"
                 */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The classifier. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BanksEnvelope"];
                };
            };
            /** @description The classifier is still the one that you have. */
            304: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
}
