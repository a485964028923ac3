// Written by make generate from openapi/connector; never edited by hand.

export interface paths {
    "/connector/v1/payments/{attempt_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a payment up
         * @description Tells what you know of an attempt now. The gateway asks after a crash of its own, when nothing is known of a create. Answer from what
         *     you have on record; ask your bank only where that is quick. What was paid while callbacks were lost it learns from `voidPayment`,
         *     at the end of the payment's lifetime.
         *
         *     `not_found` says that you have no order for this attempt *at the moment*. Right after a create that is no proof, since the
         *     call may still be on its way, and the gateway does not take it for one: it voids the attempt.
         */
        get: operations["lookUpPayment"];
        /**
         * Place an order for a payment
         * @description A merchant's end user wants to pay: give a destination that he can pay to, or decline. The merchant waits for the answer, so it
         *     is wanted **within `x-timeout-ms`**, mostly less than 15 seconds.
         *
         *     | `status` of a 200 | The gateway |
         *     |---|---|
         *     | `open` | shows `destination` to the payer, and waits for your callbacks |
         *     | `paid` | has it paid already: the money came before this answer |
         *     | `declined` | asks another connector |
         *     | `voided` | asks another connector; it was voided before this call came |
         *     | `failed` | asks another connector; only where the order is an old one, see below |
         *
         *     What any other answer, and no answer, means is in "What counts as what".
         *
         *     ### The same call again
         *
         *     The attempt id is the idempotency key. An order that exists is **answered as it is now**, and nothing else happens: no second
         *     destination, no new lifetime. It is the same order if `shop_id`, `method`, `amount` and `currency` are the same; whatever
         *     else differs is ignored, and what came first stays. One that asks for something else is refused with 409 `attempt_reused`.
         *     Two equal calls at once are one order: the second waits, or is answered `outcome_unknown`.
         *
         *     ### When you are late
         *
         *     An order whose answer comes too late is voided by the gateway, its destination is never shown, and another connector is asked.
         *     So answer `not_carried_out` before the deadline rather than place an order after it.
         */
        put: operations["createPayment"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/v1/payments/{attempt_id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a payment
         * @description Cancels a payment: the payer, the merchant or time has ended it, or the gateway never learned what became of its create.
         *     Make sure that there is no order for the attempt **and that none can come to be**: also where you have never heard of it, since its
         *     create may arrive after this call. Remember the attempt, and answer a later create with `voided`.
         *
         *     | `status` of a 200 | The gateway |
         *     |---|---|
         *     | `voided`, `declined`, `failed` | knows that it can be paid no more: the end |
         *     | `paid`, or `open` with a `paid_total` above zero | books what was paid: it was too late to void |
         *     | `open` without money | knows no more than before, and asks again |
         *
         *     Called again, it answers as things are now. Money that reaches a voided payment all the same makes it `paid`: tell so by a
         *     callback.
         */
        post: operations["voidPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/v1/payments/{attempt_id}/receipts/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Hand over a receipt for review
         * @description The payer's receipt of a payment with `receipt_required`: a PDF that the gateway has inspected and found readable. Look into it, and
         *     into your account, and tell what you found: in this answer, or by a `receipt.reviewed` callback, within days if a person has
         *     to look.
         *
         *     The file id is the idempotency key: **the same file again is reviewed once**, and answered with what is known of it now. So
         *     the gateway sends it again when a callback may have been lost. A payment may have several files, one after the other,
         *     where an operator has asked for another one.
         */
        put: operations["submitReceipt"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/v1/payouts/{attempt_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look a leg up
         * @description Tells what you know of a leg now. The gateway asks after an unknown outcome, after seconds, then minutes, hours and days,
         *     and where a callback may have been lost. Answer from what you have on record.
         *
         *     - `not_found`: you have no order for this attempt *at the moment*. It is no proof, since the call may still be on its way.
         *     - `declined`: there is none, and **there will be none**: a create that comes after this answer is answered `declined`.
         *     - While you do not know yourself, because the bank has not answered: 503 `outcome_unknown`.
         */
        get: operations["lookUpPayout"];
        /**
         * Send a leg of a payout
         * @description Send this amount to this destination: one transfer. A payout of a merchant has one leg, or several where no connector can carry it
         *     whole; each leg is an attempt of its own, and ends on its own. The gateway alone waits for the answer, no merchant, for up to 15
         *     seconds.
         *
         *     | `status` of a 200 | The gateway |
         *     |---|---|
         *     | `open` | waits for your callbacks, for hours or days if need be |
         *     | `paid`, `failed` | has its outcome already |
         *     | `declined` | sends the leg by another connector. **Say it only where no money will move for this attempt, ever** |
         *
         *     `open` is a promise to carry it out, and no statement about the bank. Answer it once the order is safely on your own record, as
         *     where payouts are gathered into the bank's next file: what the bank makes of it comes by callback. What any other
         *     answer, and no answer, means is in "What counts as what".
         *
         *     ### The same call again
         *
         *     **Money must not be sent twice for one attempt id, whatever arrives how often.** An order that exists is answered as it is now. It is the
         *     same order if `shop_id`, `method`, `amount`, `currency` and `destination.number` are the same; whatever else differs is ignored,
         *     and what came first stays. One that asks for something else is refused with 409 `attempt_reused`. So write the attempt down, in
         *     a table with a unique key, *before* you ask the bank; after a crash an order that is on record and perhaps sent is
         *     `outcome_unknown`, and never sent again.
         *
         *     The gateway sends a leg of unknown outcome again, under the same attempt id, only after a look-up has answered `not_found`, and
         *     only if your capabilities say `repeats_payouts`: that you remember attempts for good.
         *
         *     ### Deadline
         *
         *     After `x-timeout-ms` carry on: the order stands. The gateway looks it up.
         */
        put: operations["createPayout"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/v1/attempts/{attempt_id}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the evidence of an attempt
         * @description The single transfers behind a total, of a payment or of a leg of a payout. The gateway asks where you have said `later`, every second at first and then less often, and shows them to the merchant as receipts.
         */
        get: operations["fetchEvidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/v1/attempts/{attempt_id}/documents/{document_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Fetch the document about a transfer
         * @description The PDF of a `document_id` from the evidence of this attempt, at most 10 MiB. The gateway hands it to the merchant that asks for it, and keeps no copy.
         */
        get: operations["fetchDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/v1/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell what you can do
         * @description What you serve, and within which limits. The gateway reads it when it starts to use you and every few minutes after that, and keeps the last answer while you cannot be reached. Its operators' routes may be narrower, and never wider.
         */
        get: operations["getCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/v1/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell your balances
         * @description What the house has at your bank, by currency; an empty list where the bank does not tell. It is shown to operators, and keeps routes from sending payouts that cannot be covered. It decides nothing about an order: that is for your answer to the order.
         */
        get: operations["listBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/connector/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Tell how you are
         * @description Whether orders should be sent to you at the moment. 200 also where you are down and know it: another status says that you cannot be asked. A method that is down is passed over for new orders; look-ups, voids and receipts keep coming.
         */
        get: operations["getHealth"];
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
    callback: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Something has changed
         * @description Sent to the one address of your connector whenever what you know is not what you have told last. `type` says what `data` is:
         *
         *     | `type` | `data` | Sent when |
         *     |---|---|---|
         *     | `payment.changed` | a payment, as a look-up answers it | it was accepted late, paid, paid in part, declined or failed after all, or got money after its end |
         *     | `payout.changed` | a leg of a payout, as a look-up answers it | it was accepted late, paid, declined or failed after all, or returned |
         *     | `receipt.reviewed` | a review, as the same file, submitted again, is answered | there is a verdict about a file that was `pending`, or another one than `doubtful` |
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
            /** @description What you know now, at most 64 KiB. */
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Callback"];
                };
            };
            responses: {
                204: components["responses"]["Recorded"];
                400: components["responses"]["NotUnderstood"];
                401: components["responses"]["NotSigned"];
                404: components["responses"]["NotYours"];
                413: components["responses"]["TooLarge"];
                default: components["responses"]["NotRecorded"];
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
        /** @description The money is there. The payment completes with it. */
        AcceptedReview: {
            attempt_id: components["schemas"]["AttemptId"];
            file_id: components["schemas"]["FileId"];
            /**
             * @description Always `accepted`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            verdict: "accepted";
            /** @description As in the order. */
            currency: components["schemas"]["Currency"];
            /** @description All the money that ever came for the attempt, as in a payment, above zero. */
            paid_total: components["schemas"]["Amount"];
            evidence: components["schemas"]["Evidence"];
        };
        /**
         * @description Amount as a decimal string with exactly two decimals, zero or more.
         * @example 1000.00
         */
        Amount: string;
        /** @description The evidence of an attempt. */
        AttemptEvidence: {
            attempt_id: components["schemas"]["AttemptId"];
            evidence: components["schemas"]["Evidence"];
        };
        /**
         * Format: uuid
         * @description Names one attempt of the gateway at your bank for good, a UUID in lower case, and is the idempotency key of everything about it. Payments and payouts share one namespace. Pass it on to your bank as its reference: without its hyphens it has 32 characters, which fits the 35 of an `EndToEndId`.
         * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
         */
        AttemptId: string;
        /** @description What the house has in one currency. */
        Balance: {
            /** @description ISO 4217 code, or the code of a stable coin such as `USDT`. */
            currency: components["schemas"]["SettlementCurrency"];
            /**
             * @description What can be sent now, a decimal string; below zero for an overdraft. Payouts that you have taken on and not sent yet are no longer in it.
             * @example 184220.50
             */
            available: string;
            /**
             * Format: date-time
             * @description When it was so, RFC 3339; of a statement its closing time.
             * @example 2026-02-10T09:00:00.000Z
             */
            as_of: string;
        };
        /** @description What the house has at your bank. */
        Balances: {
            /** @description One for each currency. */
            balances: components["schemas"]["Balance"][];
        };
        /** @description A callback, told apart by `type`, which also fixes what its `data` is. */
        Callback: components["schemas"]["PaymentChanged"] | components["schemas"]["PayoutChanged"] | components["schemas"]["ReceiptReviewed"];
        /** @description What every callback has. The gateway ignores fields that it does not know. */
        CallbackEnvelope: {
            type: components["schemas"]["CallbackType"];
            /**
             * Format: date-time
             * @description When it happened at the bank (not when it was sent), RFC 3339 with an offset.
             * @example 2026-02-10T09:00:02.113Z
             */
            timestamp: string;
            /** @description The `shop_id` of the order, as it was. */
            shop_id: components["schemas"]["ShopId"];
            /** @description What you know now. */
            data: Record<string, never>;
        };
        /** @description What `data` is. Values may be added: treat one you do not know as nothing that you have to send. */
        CallbackType: "payment.changed" | "payout.changed" | "receipt.reviewed";
        /** @description What a connector can do. A direction that it does not serve has an empty list. */
        Capabilities: {
            /**
             * @description What operators call you, with your version if you like.
             * @example Example Bank file connector 1.4.0
             */
            name: string;
            /** @description Whether a payout that is sent twice under one attempt id is carried out once, **however much time lies between**: you never forget an attempt id. If false, a leg of unknown outcome that you do not find is never sent again; an operator decides. */
            repeats_payouts: boolean;
            /** @description The methods by which you collect. */
            payments: components["schemas"]["PaymentMethod"][];
            /** @description The methods by which you send. */
            payouts: components["schemas"]["PayoutMethod"][];
        };
        /** @description What the merchant tells of its end user, against fraud. All but `id` may be missing. Fields may be added; ignore those you do not know. */
        Client: {
            /** @description The merchant's identifier of the end user, the same for the same person of one shop. It is no name. */
            id: components["schemas"]["ClientId"];
            /** @description The end user's IP address (IPv4 or IPv6). */
            ip?: components["schemas"]["ClientIp"];
            /**
             * @description The end user's phone number, as the merchant wrote it.
             * @example +79001003151
             */
            phone?: string;
            /**
             * Format: date-time
             * @description When the end user was registered with the merchant, RFC 3339.
             * @example 2025-06-01T12:00:00.000Z
             */
            created_at?: string;
        };
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
        /**
         * @description ISO 4217 code of the operation's currency, in capitals. It must be the currency of the method.
         * @example RUB
         */
        Currency: string;
        /**
         * @description Why no money will move for the attempt. Values may be added: treat one you do not know as `other`, as the gateway does.
         *
         *     | Value | Meaning |
         *     |---|---|
         *     | `no_destination` | there is nothing free that the payer could pay to |
         *     | `method_unavailable` | the method is not served, or not now |
         *     | `limit_exceeded` | a limit of yours or of the bank: amount, count, day |
         *     | `client_refused` | the bank does not serve this end user |
         *     | `destination_invalid` | there is no such card, phone or account, or it takes no money (pain.002 `AC01`, `AC04`, `BE04`) |
         *     | `bank_unreachable` | the recipient's bank is unknown or does not answer, and will not be sent to |
         *     | `insufficient_funds` | your balance at the bank does not cover it (`AM04`) |
         *     | `other` | anything else; say it in `detail` |
         * @example limit_exceeded
         */
        DeclineReason: "no_destination" | "method_unavailable" | "limit_exceeded" | "client_refused" | "destination_invalid" | "bank_unreachable" | "insufficient_funds" | "other";
        /** @description A payment that you have not taken on, for good: no payer can pay for this attempt, and its create is answered so again. */
        DeclinedPayment: {
            attempt_id: components["schemas"]["AttemptId"];
            /**
             * @description Always `declined`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "declined";
            reason: components["schemas"]["DeclineReason"];
            detail?: components["schemas"]["ReasonDetail"];
        };
        /** @description A leg that you have not taken on, for good: no money will move for this attempt. A decline that comes after `open` is `failed` instead. */
        DeclinedPayout: {
            attempt_id: components["schemas"]["AttemptId"];
            /**
             * @description Always `declined`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "declined";
            reason: components["schemas"]["DeclineReason"];
            detail?: components["schemas"]["ReasonDetail"];
        };
        /** @description Where the payer sends the money. It stays the same for an attempt, however often it is asked for. */
        Destination: {
            /**
             * @description The card, phone or account number, in the form of the method.
             * @example 2200009724804666
             */
            number: string;
            /**
             * @description The holder, as the payer's app shows it.
             * @example DMITRY KUZNETSOV
             */
            name: string;
            /**
             * @description A stable code of the bank, such as `sber`; merchants' programs read it.
             * @example sber
             */
            bankname: string;
            /**
             * @description The name of the bank, for payers.
             * @example Сбербанк
             */
            bankname_details: string;
            /**
             * @description What the payer needs beside the number, such as a branch code, where there is such. Merchants of the host-to-host API see it as `numberAdditional`.
             * @example HDFC0001234
             */
            number_additional?: string;
            /**
             * @description The text of a QR code which the payer's app reads in place of the number, where there is such: the text, and no image. Merchants of the host-to-host API see it as `qRcode`.
             * @example https://qr.bank.example/AS10003P3RH0LJ2A9ROO038L6NT5RU1M?type=02&sum=100000&cur=RUB
             */
            qr_code?: string;
        };
        /**
         * @description Whether money comes in or goes out. No value is added within this API.
         * @example payment
         * @enum {string}
         */
        Direction: "payment" | "payout";
        /**
         * @description Your name of a document about a transfer. It holds nothing that belongs to a person.
         * @example doc-7Qm3
         */
        DocumentId: string;
        /** @description You cannot decide. An operator of the gateway does, and may ask the payer for another file. */
        DoubtfulReview: {
            attempt_id: components["schemas"]["AttemptId"];
            file_id: components["schemas"]["FileId"];
            /**
             * @description Always `doubtful`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            verdict: "doubtful";
            /** @description What the doubt is, where you can tell: `suspicious`, it may be forged; `not_terminal`, the transfer that it shows is not finished. Values may be added: treat one you do not know as none told. */
            doubt?: "suspicious" | "not_terminal";
        };
        /** @description A method that takes no new orders. */
        DownMethod: {
            method: components["schemas"]["Method"];
            direction: components["schemas"]["Direction"];
            /**
             * Format: date-time
             * @description The end of a maintenance window, where it is known, RFC 3339.
             * @example 2026-02-11T03:00:00.000Z
             */
            until?: string;
        };
        /** @description The single transfers behind `paid_total`. */
        Evidence: {
            /**
             * @description No value is added within this API.
             *
             *     - `complete`: `items` are all of them, and their amounts add up to `paid_total`.
             *
             *     - `later`: you will have them, but not yet; the gateway fetches them.
             *
             *     - `none`: you cannot tell them. The gateway shows the merchant one transfer of the whole total.
             * @enum {string}
             */
            status: "complete" | "later" | "none";
            /** @description The transfers, if `status` is `complete`; otherwise empty. */
            items: components["schemas"]["Transfer"][];
        };
        /**
         * Format: uuid
         * @description Names one file of the payer for good, a UUID in lower case.
         * @example 019c46f2-9f10-7e55-a3c1-7d2e4f6a8b90
         */
        FileId: string;
        /** @description How a connector is. */
        Health: {
            /**
             * @description Whether new orders should be sent at all. No value is added within this API.
             * @enum {string}
             */
            status: "up" | "down";
            /** @description The methods that are down though you are up; empty as a rule. */
            methods: components["schemas"]["DownMethod"][];
        };
        /**
         * @description The gateway's code of the payment method, which fixes currency and rail. Methods are data: the operator tells you those that concern you, and you list those that you serve in `GET /connector/v1/capabilities`. Decline an order of another one with `method_unavailable`.
         * @example WT_RUB_C2C
         */
        Method: string;
        /** @description What both directions have. */
        MethodLimits: {
            method: components["schemas"]["Method"];
            /** @description ISO 4217 code of the method's currency. */
            currency: components["schemas"]["Currency"];
            /** @description The least that one order may be. */
            min_amount: components["schemas"]["Amount"];
            /** @description The most that one order may be. A larger payout is divided into several legs by the gateway, where its operators allow it. */
            max_amount: components["schemas"]["Amount"];
        };
        /** @description Amount in the currency of the order: a decimal string with exactly two decimals, above zero. Read it as a decimal and never as a float. */
        OrderedAmount: components["schemas"]["RequestedAmount"];
        /** @description What you know of a payment now, told apart by `status`. Answers and callbacks have the same form, so one function of yours writes all of them. */
        Payment: components["schemas"]["TakenPayment"] | components["schemas"]["DeclinedPayment"] | components["schemas"]["VoidedPayment"] | components["schemas"]["UnfoundPayment"];
        /** @description A payment has changed. */
        PaymentChanged: components["schemas"]["CallbackEnvelope"] & {
            /**
             * @description Always `payment.changed`.
             * @constant
             */
            type: "payment.changed";
            data: components["schemas"]["Payment"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payment.changed";
        };
        /** @description A method by which you collect. */
        PaymentMethod: components["schemas"]["MethodLimits"] & {
            /** @description What the payer has to do beside paying: nothing, or upload a receipt that you review. Values may be added: treat one you do not know as a method that cannot be used. */
            confirmation: "none" | "receipt";
            /**
             * @description How long you keep a destination for an order. The gateway voids the payment before; money that comes later is still yours to report.
             * @example 1800
             */
            lifetime_seconds: number;
            /** @description Whether you may ask for other kopecks (`payable_amount`). Merchants of `/v1` are not sent to such methods. */
            changes_kopecks: boolean;
        };
        /** @description A payment to take on. Fields may be added; ignore those you do not know. */
        PaymentOrder: {
            shop_id: components["schemas"]["ShopId"];
            method: components["schemas"]["Method"];
            rail: components["schemas"]["Rail"];
            amount: components["schemas"]["OrderedAmount"];
            currency: components["schemas"]["Currency"];
            client: components["schemas"]["Client"];
        };
        /** @description What you know of a leg now, told apart by `status`. Answers and callbacks have the same form, so one function of yours writes all of them. */
        Payout: components["schemas"]["TakenPayout"] | components["schemas"]["DeclinedPayout"] | components["schemas"]["UnfoundPayout"];
        /** @description A leg of a payout has changed. */
        PayoutChanged: components["schemas"]["CallbackEnvelope"] & {
            /**
             * @description Always `payout.changed`.
             * @constant
             */
            type: "payout.changed";
            data: components["schemas"]["Payout"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "payout.changed";
        };
        /** @description A method by which you send. */
        PayoutMethod: components["schemas"]["MethodLimits"] & {
            /**
             * @description How long a transfer usually takes until its last word.
             * @example 30
             */
            usual_seconds: number;
            /**
             * @description By when it has its last word at the latest: of a file bank a day, or several where weekends lie between. After that the gateway alerts its operators, and goes on looking it up.
             * @example 86400
             */
            latest_seconds: number;
        };
        /** @description A transfer to send. Fields may be added; ignore those you do not know. */
        PayoutOrder: {
            shop_id: components["schemas"]["ShopId"];
            method: components["schemas"]["Method"];
            rail: components["schemas"]["Rail"];
            amount: components["schemas"]["OrderedAmount"];
            currency: components["schemas"]["Currency"];
            destination: components["schemas"]["Recipient"];
            client: components["schemas"]["Client"];
            payout: components["schemas"]["WholePayout"];
        };
        /** @description It is under way; the verdict comes by callback. */
        PendingReview: {
            attempt_id: components["schemas"]["AttemptId"];
            file_id: components["schemas"]["FileId"];
            /**
             * @description Always `pending`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            verdict: "pending";
        };
        /** @description Every error of a connector, and of the gateway where it does not record a callback, in the form of RFC 9457 (problem details). Without it, as a proxy or a web framework answers on its own, an error says nothing but "unknown". */
        Problem: {
            /**
             * Format: uri
             * @description `urn:turnpike:connector-problem:` and the code. By this name the gateway knows that the error is yours, and you that it is the gateway's.
             * @example urn:turnpike:connector-problem:not_carried_out
             */
            type: string;
            /**
             * @description Short name of the problem, for people.
             * @example Not carried out
             */
            title: string;
            /**
             * @description The HTTP status of the response.
             * @example 503
             */
            status: number;
            /**
             * @description What happened, in one sentence, for operators; the wording is yours. It is logged: nothing that belongs to a person, and no secret.
             * @example The call cannot be served now; nothing of it was carried out, and nothing will be.
             */
            detail: string;
            code: components["schemas"]["ProblemCode"];
            /** @description Only with status 400. Every violation that was found, at least one. */
            errors?: components["schemas"]["Violation"][];
            /**
             * @description The same value as the `x-request-id` header of the response.
             * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
             */
            request_id: string;
        };
        /**
         * @description What went wrong, for programs: the gateway decides by this value, together with the `type`, and never by words. Values may be added: treat one you do not know as `outcome_unknown`, as the gateway does.
         * @example not_carried_out
         */
        ProblemCode: "invalid_request" | "unauthorized" | "signature_invalid" | "attempt_not_found" | "route_not_found" | "document_not_found" | "method_not_allowed" | "attempt_reused" | "receipt_not_expected" | "payload_too_large" | "unsupported_media_type" | "too_many_requests" | "not_carried_out" | "outcome_unknown";
        /**
         * @description What the numbers of the method are: cards, phone numbers or accounts. Values may be added: treat one you do not know as a method that you do not serve.
         * @example card
         */
        Rail: "card" | "phone" | "account";
        /**
         * @description More about the reason, for operators, such as the bank's own code. It is logged: nothing that belongs to a person.
         * @example MB-417: daily limit of the account
         */
        ReasonDetail: string;
        /** @description A receipt was reviewed. */
        ReceiptReviewed: components["schemas"]["CallbackEnvelope"] & {
            /**
             * @description Always `receipt.reviewed`.
             * @constant
             */
            type: "receipt.reviewed";
            data: components["schemas"]["Review"];
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "receipt.reviewed";
        };
        /** @description Where the money goes. Keep no more of it, and no longer, than your bank needs. */
        Recipient: {
            /**
             * @description The card, phone or account number, in the form of the method, which the gateway has checked: a card with a valid check digit, a phone as `+7` and ten digits, an INR account as `<account>:<IFSC>`, a CBU of 22 digits.
             * @example 2200000000000004
             */
            number: string;
            /**
             * @description The recipient. Where the merchant told none it is the house's word for that, `аноним`; where your bank takes Latin letters only, transliterate it.
             * @example Анна Смирнова
             */
            name: string;
            /**
             * @description The recipient's bank, in the form that the method's rule gives it; absent where the method has no bank.
             *
             *     | Methods such as | What it is |
             *     |---|---|
             *     | `WT_RUB_PHONE` | a stable code of a short list: `sber`, `tcs` |
             *     | `sbp` | the canonical name of a member of the payment system |
             *     | all others that have a bank | what the merchant wrote, **verbatim and unchecked**: where you cannot place it, decline with `bank_unreachable` |
             * @example sber
             */
            bankname?: string;
        };
        /**
         * @description What your bank calls it, for people who compare statements: shown to operators, and never decided by. It holds nothing that belongs to a person.
         * @example MB-2026-02-10-000184
         */
        Reference: string;
        /** @description The receipt proves no payment. The payment ends without money. */
        RejectedReview: {
            attempt_id: components["schemas"]["AttemptId"];
            file_id: components["schemas"]["FileId"];
            /**
             * @description Always `rejected`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            verdict: "rejected";
        };
        /**
         * @description Amount as a decimal string: ASCII digits, a point and exactly two decimals, above zero and at most `999999999.99`. No sign, exponent, spaces or leading zeros (`0.50` is right, `00.50` and `.5` are not). A JSON number is refused, because binary floating point cannot hold every amount.
         * @example 1000.00
         */
        RequestedAmount: string;
        /** @description What a review has found so far, told apart by `verdict`. */
        Review: components["schemas"]["PendingReview"] | components["schemas"]["AcceptedReview"] | components["schemas"]["RejectedReview"] | components["schemas"]["DoubtfulReview"];
        /**
         * @description Currency in which the shop's balance is kept: an ISO 4217 code or the code of a stable coin such as `USDT`.
         * @example RUB
         */
        SettlementCurrency: string;
        /**
         * Format: uuid
         * @description The shop that the attempt belongs to. Keep it with the order: each callback about the attempt hands it back unchanged. It does not change for an attempt, and may serve for limits of yours.
         * @example 019c2a11-03f4-7d19-8b55-6a0f9e1c7d20
         */
        ShopId: string;
        /** @description The parts of the form. */
        SubmittedReceipt: {
            /**
             * Format: binary
             * @description The file, a PDF of at most 10 MiB (10,485,760 bytes).
             */
            receipt: Blob;
        };
        /** @description A payment that you have taken on. */
        TakenPayment: {
            attempt_id: components["schemas"]["AttemptId"];
            /**
             * @description No value is added within this API.
             *
             *     - `open`: money may come. With a `paid_total` above zero it is paid in part, and you wait for more.
             *
             *     - `paid`: your last word: no more is expected. `paid_total` is what came, **also where it is less or more than was
             *       asked**; the gateway completes the payment with it.
             *
             *     - `failed`: your last word: it ended without money, expired for example. With a `paid_total` above zero it is `paid`.
             *
             *     After a last word money can still come: tell the new total. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "open" | "paid" | "failed";
            /** @description As in the order. The gateway refuses a fact in another one. */
            currency: components["schemas"]["Currency"];
            /** @description All the money that ever came for the attempt, an absolute total and never an increment, with two decimals. It only grows: that orders your callbacks, whichever arrives first. */
            paid_total: components["schemas"]["Amount"];
            evidence: components["schemas"]["Evidence"];
            destination: components["schemas"]["Destination"];
            /** @description Whether the payer has to upload a receipt, which you are then given to review (`submitReceipt`). It does not change for an attempt. Merchants of the host-to-host API cannot upload: there the gateway voids such a payment and asks another connector. */
            receipt_required: boolean;
            /** @description Only where the payer must pay other kopecks than were asked for, by which you know the payment: what he must pay. Merchants of `/v1` cannot tell their payers: there the gateway voids such a payment and asks another connector. */
            payable_amount?: components["schemas"]["Amount"];
            reference?: components["schemas"]["Reference"];
        };
        /** @description A leg that you have taken on. */
        TakenPayout: {
            attempt_id: components["schemas"]["AttemptId"];
            /**
             * @description No value is added within this API.
             *
             *     - `open`: it will be carried out, or is being carried out. Everything up to settlement is `open`: of a file bank the time
             *       before the file is sent, and `RCVD`, `ACTC`, `ACCP`, `ACSP`, `PDNG` in its pain.002.
             *
             *     - `paid`: the money has left your account for good, by the statement (camt.054, camt.053) or a final status that your bank
             *       stands by. Your last word; `paid_total` is what was sent, **also where it is less or more than was asked**.
             *
             *     - `failed`: no money has left, and none will: `RJCT` after it was taken on, for example. Your last word. With a
             *       `paid_total` above zero it is `paid`.
             *
             *     After a last word money can still move: a transfer that comes back stays `paid`, with a `returned_total`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "open" | "paid" | "failed";
            /** @description As in the order. The gateway refuses a fact in another one. */
            currency: components["schemas"]["Currency"];
            /** @description All that was ever sent for the attempt, an absolute total and never an increment, with two decimals and without your bank's fees. It only grows, also when money comes back. */
            paid_total: components["schemas"]["Amount"];
            /** @description What of it came back, an absolute total that only grows: the return of a transfer (pacs.004, a credit in camt.054) hours or weeks after it was `paid`. It is never above `paid_total`; where less comes back than was sent, it is what came back. */
            returned_total: components["schemas"]["Amount"];
            evidence: components["schemas"]["Evidence"];
            /** @description Why it failed or came back, where you know. */
            reason?: components["schemas"]["DeclineReason"];
            detail?: components["schemas"]["ReasonDetail"];
            reference?: components["schemas"]["Reference"];
        };
        /** @description One transfer that moved money. */
        Transfer: {
            /** @description What it moved, above zero, with two decimals. */
            amount: components["schemas"]["Amount"];
            /**
             * Format: date-time
             * @description When the bank carried it out, RFC 3339.
             * @example 2026-02-10T09:00:02.113Z
             */
            completed_at: string;
            /** @description Your PDF about it, where there is one, for `fetchDocument`. */
            document_id?: components["schemas"]["DocumentId"];
        };
        /** @description An attempt that you have no order for now. Only a look-up answers so. */
        UnfoundPayment: {
            attempt_id: components["schemas"]["AttemptId"];
            /**
             * @description Always `not_found`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "not_found";
        };
        /** @description An attempt that you have no order for now. Only a look-up answers so. */
        UnfoundPayout: {
            attempt_id: components["schemas"]["AttemptId"];
            /**
             * @description Always `not_found`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "not_found";
        };
        /** @description One rule of the contract that a request broke. */
        Violation: {
            /**
             * @description Where: a JSON pointer into the request that begins with its part, such as `/body/amount`, or `/body` for the body as a whole.
             * @example /body/amount
             */
            path: string;
            /**
             * @description The broken rule in words: what is expected of this place. Never repeats the value that was sent. For people; the wording may change.
             * @example must be a decimal string with exactly two decimals, above zero and at most 999999999.99, such as "1000.00"
             */
            message: string;
            code: components["schemas"]["ViolationCode"];
        };
        /**
         * @description The broken rule, for programs. The guide has the sentence of each code.
         *
         *     Values may be added: treat one you do not know as "this place is not valid".
         * @example pattern
         */
        ViolationCode: "required" | "forbidden" | "type" | "pattern" | "format" | "enum" | "any_of" | "one_of" | "min_length" | "max_length" | "minimum" | "maximum" | "max_properties" | "property_names" | "json" | "duplicate_key" | "forbidden_key" | "forbidden_character" | "too_many_fields" | "too_deep" | "too_many_parts" | "malformed_body" | "malformed_request" | "unknown_method" | "wrong_currency" | "wrong_number" | "unknown_bank" | "out_of_limits" | "too_small" | "wrong_cursor" | "wrong_url";
        /** @description A payment that was voided, or an attempt that was voided before its create came. It can be paid no more. */
        VoidedPayment: {
            attempt_id: components["schemas"]["AttemptId"];
            /**
             * @description Always `voided`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            status: "voided";
        };
        /** @description The payout that the leg belongs to. */
        WholePayout: {
            /** @description What the whole payout sends. Only the order's own `amount` is for you to send. */
            amount: components["schemas"]["OrderedAmount"];
            /**
             * @description Which leg this is, counted from 1.
             * @example 1
             */
            leg: number;
            /**
             * @description How many legs there are. The others may be sent by other connectors.
             * @example 1
             */
            legs: number;
        };
    };
    responses: {
        /** @description You have no order for this attempt (`attempt_not_found`). */
        AttemptNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description There is an order under this attempt id that asks for something else (`attempt_reused`). It stays as it is, and nothing else was carried out. The gateway never means this: it takes the outcome for unknown, and alerts its operators. */
        AttemptReused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The call breaks this contract (`invalid_request`). Nothing was carried out. The gateway should not send such: it alerts its operators. */
        InvalidRequest: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The path exists, but not with this HTTP method (`method_not_allowed`). Nothing was carried out. */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Anything else, and no answer within 15 seconds: it may or may not be on record. Send it again, as "Callbacks" says; a `Retry-After` of the gateway is worth following. */
        NotRecorded: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description No signature fits, or the timestamp is more than five minutes away from the gateway's clock (`signature_invalid`). Sign again and repeat. */
        NotSigned: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The callback breaks this contract (`invalid_request`). Repeating it does not help; it is mended by you. The attempt is still looked up. */
        NotUnderstood: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description This connector was never given this attempt of this shop (`attempt_not_found`). The gateway records an attempt before it sends it, so this is never a matter of time: repeating does not help. */
        NotYours: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than the limit of this operation (`payload_too_large`). Nothing was carried out. */
        PayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description What was asked for cannot be told just now (`not_carried_out`). The gateway asks again later. */
        ReadUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The fact is on record: your duty is done, and this event is not sent again. The gateway answers so as well where the fact changes nothing, because it knew that or more. */
        Recorded: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The body is larger than 64 KiB (`payload_too_large`). Tell evidence of so many transfers as `later`. */
        TooLarge: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The gateway calls more often than you or your bank can take (`too_many_requests`). Nothing was carried out. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The secret is missing or not valid, and there is no certificate in its place (`unauthorized`). Checked before anything else is read. Nothing was carried out. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description Two codes that must not be mixed up:
         *
         *     - `not_carried_out`: you are certain that nothing was carried out and nothing will be: the bank is closed, your database
         *       cannot be reached, you are shutting down. The gateway asks another connector for a payment at once, and sends a leg
         *       again a little later.
         *
         *     - `outcome_unknown`: you have asked the bank, and do not know. The gateway looks the attempt up until you do. **When in
         *       doubt, this one.**
         */
        Unavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not of the content type this operation reads (`unsupported_media_type`). Nothing was carried out. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description The attempt, as the gateway names it.
         * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
         */
        AttemptId: components["schemas"]["AttemptId"];
        /**
         * @description The document, as you named it in the evidence.
         * @example doc-7Qm3
         */
        DocumentId: components["schemas"]["DocumentId"];
        /**
         * @description The file, as the gateway names it.
         * @example 019c46f2-9f10-7e55-a3c1-7d2e4f6a8b90
         */
        FileId: components["schemas"]["FileId"];
        /**
         * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
         * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
         */
        RequestId: string;
        /**
         * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
         * @example 14200
         */
        TimeoutMs: number;
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
         * @example GET, PUT
         */
        Allow: string;
        /**
         * @description How to authenticate (RFC 6750).
         * @example Bearer
         */
        Challenge: "Bearer";
        /**
         * @description The `x-request-id` of the call, or one of yours where it has none.
         * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
         */
        RequestId: string;
        /**
         * @description How many seconds the gateway should wait before it asks again, where you know.
         * @example 5
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    lookUpPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path: {
                /**
                 * @description The attempt, as the gateway names it.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                attempt_id: components["parameters"]["AttemptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment as it is now, or that there is none. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ReadUnavailable"];
        };
    };
    createPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path: {
                /**
                 * @description The attempt, as the gateway names it.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                attempt_id: components["parameters"]["AttemptId"];
            };
            cookie?: never;
        };
        /** @description What the payment is to be. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentOrder"];
            };
        };
        responses: {
            /** @description The payment as it is now, placed by this call or by an earlier one; or a decline. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            /** @description The call breaks this contract (`invalid_request`). Nothing was carried out. What you merely do not serve, such as a method or an amount above your limit, is no error: decline it. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AttemptReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    voidPayment: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path: {
                /**
                 * @description The attempt, as the gateway names it.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                attempt_id: components["parameters"]["AttemptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The payment as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    submitReceipt: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path: {
                /**
                 * @description The attempt, as the gateway names it.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                attempt_id: components["parameters"]["AttemptId"];
                /**
                 * @description The file, as the gateway names it.
                 * @example 019c46f2-9f10-7e55-a3c1-7d2e4f6a8b90
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        /** @description One part, the file. Parts may be added; ignore those you do not know. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["SubmittedReceipt"];
            };
        };
        responses: {
            /** @description The review as it is now. Any of these says that the file is safely with you. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Review"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["AttemptNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The payment takes no receipt, or not any more (`receipt_not_expected`). Nothing changed. */
            409: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    lookUpPayout: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path: {
                /**
                 * @description The attempt, as the gateway names it.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                attempt_id: components["parameters"]["AttemptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The leg as it is now, or that there is none. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPayout: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path: {
                /**
                 * @description The attempt, as the gateway names it.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                attempt_id: components["parameters"]["AttemptId"];
            };
            cookie?: never;
        };
        /** @description What is to be sent where. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PayoutOrder"];
            };
        };
        responses: {
            /** @description The leg as it is now, taken on by this call or by an earlier one; or a decline. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payout"];
                };
            };
            /** @description The call breaks this contract (`invalid_request`). Nothing was carried out. What you merely do not serve, such as a method, an amount above your limit or a destination that your bank refuses, is no error: decline it. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            409: components["responses"]["AttemptReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["Unavailable"];
        };
    };
    fetchEvidence: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path: {
                /**
                 * @description The attempt, as the gateway names it.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                attempt_id: components["parameters"]["AttemptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The evidence as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttemptEvidence"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["AttemptNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ReadUnavailable"];
        };
    };
    fetchDocument: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path: {
                /**
                 * @description The attempt, as the gateway names it.
                 * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
                 */
                attempt_id: components["parameters"]["AttemptId"];
                /**
                 * @description The document, as you named it in the evidence.
                 * @example doc-7Qm3
                 */
                document_id: components["parameters"]["DocumentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The document. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": Blob;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthorized"];
            /** @description The evidence of this attempt names no such document, or it is not kept any more (`document_not_found`). */
            404: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ReadUnavailable"];
        };
    };
    getCapabilities: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What you can do. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Capabilities"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ReadUnavailable"];
        };
    };
    listBalances: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The balances. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balances"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ReadUnavailable"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description Names this call in the gateway's logs, another one for each call. Write it to yours, and hand it back with the response. It has nothing to do with idempotency.
                 * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
                 */
                "x-request-id"?: components["parameters"]["RequestId"];
                /**
                 * @description How many milliseconds the gateway waits for the whole answer, from the moment it sends the call. Count from the moment you receive it, and leave some for the way back. When the time is over the answer is not read any more; what to do then is in "Deadlines".
                 * @example 14200
                 */
                "x-timeout-ms": components["parameters"]["TimeoutMs"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How you are. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["ReadUnavailable"];
        };
    };
}
