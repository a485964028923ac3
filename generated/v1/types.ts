// Written by make generate from openapi/v1; never edited by hand.

export interface paths {
    "/v1/payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment
         * @description Asks the providers of your shop, in order of priority, for a destination the end user must pay to, and answers with
         *     it. Show `number`, `name` and `bankname` in your own page; to have the page made for you, use
         *     `POST /v1/payment/link`.
         *
         *     ### The answer
         *
         *     The call waits **up to 15 seconds** for a provider to accept. Give your HTTP client a timeout of at least 20
         *     seconds. A 200 is never a placeholder: the destination in it is real. When no provider accepts in time the answer is
         *     424 and no operation exists.
         *
         *     | `status` of a 200 | What to do |
         *     |---|---|
         *     | `pending` | Show the destination. The outcome arrives by webhook. |
         *     | `awaiting_confirmation` | Show the destination, let the payer upload a receipt, and send it with `POST /v1/confirm_payment`. `operation.awaiting_confirmation` is sent as well. |
         *     | `cancelled` | You cancelled this identifier before or during the create. There is no destination: show none. |
         *     | any other | The payment existed already (see below) and has moved on. |
         *
         *     **A payment may complete for another amount than asked.** If the payer sends less, it is `completed` with
         *     `actual_amount` below `expected_amount`. Credit `actual_amount`.
         *
         *     A payment that is not paid ends as `cancelled` / `expired` after its lifetime, 30 minutes unless your routes say
         *     otherwise; never while a receipt is under review.
         *
         *     ### Idempotency
         *
         *     `merchant_operation_id` is the idempotency key. Sent again with the same body, the original operation comes back as
         *     it is now, and nothing is created; with another body, 412 `identifier_reused`. The same body means the same values
         *     of the documented fields; their order, white space and unknown fields do not count. Two equal creates at once are
         *     one create: the second waits and gets the answer of the first, or 503 `create_in_progress` when its own 15 seconds
         *     end before that.
         *
         *     After a timeout, a broken connection or a 503 **send the same request again**, never one with a new identifier. After
         *     a 424, 422 or 400 no operation exists and the identifier is free again; after a provider that did not answer in
         *     time that may take some seconds, during which a repetition gets 503 `create_in_progress`.
         *
         *     ### Sandbox
         *
         *     With a test key the kopecks of `amount` choose the outcome: see the table in the introduction, and the examples of
         *     this operation, which have the same names.
         */
        post: operations["createPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payment/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payment with a hosted page
         * @description Creates a payment exactly as `POST /v1/payment` does, with the same request, waiting, idempotency and errors, and
         *     adds `payment_url`: a page to send the payer to. The page shows the amount and the destination, takes the PDF
         *     receipt where the route requires one (with the same checks as `POST /v1/confirm_payment`), and shows the outcome:
         *     paid, under review, declined, expired. The authoritative result still arrives by webhook.
         *
         *     The page exists only for payments asked for here. Sending the body of an existing `POST /v1/payment` here opens a
         *     page for that payment; the other way round `POST /v1/payment` returns the payment without `payment_url`. Every
         *     holder of the link can open the page: give it to the payer only.
         *
         *     Whether the page says "paid" or not, **credit `actual_amount`**: it may be below `expected_amount`.
         */
        post: operations["createPaymentLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a payout
         * @description Sends money from the shop's balance to the destination in the request. The amount and the commission are reserved
         *     at once; the call answers as soon as the payout is recorded, usually with `pending`, and the outcome arrives by
         *     webhook. Payouts cannot be cancelled.
         *
         *     The request has the shape of a payment's. What the destination needs depends on the method:
         *
         *     | `method` | `number` | `name` | `bankname` |
         *     |---|---|---|---|
         *     | `WT_RUB_C2C` | required: card number, 16 to 19 digits with a valid check digit (Luhn), not all zeros | optional cardholder | ignored |
         *     | `WT_RUB_PHONE` | required: `+7` and ten digits; a leading `7` or `8` instead of `+7` is normalised | optional recipient | required: `sber` or `tcs` |
         *
         *     An omitted or empty `name` becomes `аноним`. With `WT_RUB_PHONE` the answer keeps the bank's code in `bankname` and
         *     has its name in `bankname_details`; with `WT_RUB_C2C` it has neither, whatever was sent. A phone number is answered
         *     as `+7` and ten digits, however it was written.
         *
         *     ### Reserve and balance
         *
         *     `settlement_amount`, which is the amount and the commission in the settlement currency, moves from `available` to
         *     `reserved` in the same step that records the payout; when `available` does not cover it, the answer is 412
         *     `insufficient_balance` and nothing was created. When the payout ends, what was paid and its commission leave the
         *     balance, and the rest of the reserve returns to `available`.
         *
         *     ### A payout may complete in part
         *
         *     A payout may be carried out in several transfers. When some of them fail for good, it is **`completed` with
         *     `actual_amount` below `expected_amount`**; what was not paid, with its share of the commission, returns to the
         *     balance. A payout none of whose transfers succeeded is `cancelled`. A transfer of unknown outcome is never sent
         *     again elsewhere: the payout stays `pending` until the provider or an operator knows. Money that a provider pays or
         *     returns after the end changes neither status nor `actual_amount`: it is held apart and settled with you by an
         *     operator.
         *
         *     ### Idempotency
         *
         *     As with payments: the same `merchant_operation_id` with the same body returns the original payout as it is now,
         *     with another body 412 `identifier_reused`. Bodies are compared as they were sent: `89001234567` and
         *     `+79001234567` differ, and so do two bodies with another `bankname`, also where the method ignores it. After a timeout, a broken connection or a 503 **send the same request
         *     again, with the same identifier**: a new one could pay twice.
         *
         *     ### Sandbox
         *
         *     With a test key the kopecks of `amount` choose the outcome: see the table in the introduction, and the examples of
         *     this operation, which have the same names.
         */
        post: operations["createPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/confirm_payment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload the receipt of a payment
         * @description Hands in the payer's receipt for a payment in `awaiting_confirmation`. It is then reviewed; when the review is
         *     finished a webhook says how the payment ended. The amount the review finds is what counts: **the payment may
         *     complete for less than was asked.**
         *
         *     The receipt should be the PDF the payer's bank issued. What becomes of a file, the first row that fits:
         *
         *     | File | Answer |
         *     |---|---|
         *     | larger than 10 MiB | 413 `payload_too_large` |
         *     | empty | 400 `invalid_request` |
         *     | one that was handed in for this payment before, in any later state | 200; nothing changes |
         *     | any, when the payment is not in `awaiting_confirmation`, or its lifetime is over | 412 `wrong_state` |
         *     | any, while another one is under review | 412 `wrong_state` |
         *     | a PDF that is encrypted, or carries scripts, automatic actions or malware | 200; `manual_check` / `potential_fake` |
         *     | not readable as a PDF | 200; `manual_check` / `not_terminal`. Not a sign of fraud |
         *     | a PDF that was already used for another operation, of any shop | 200; `manual_check` / `potential_fake` |
         *     | another readable PDF | 200; the payment stays `awaiting_confirmation` while it is reviewed |
         *
         *     The review can accept the receipt (`completed`, with the amount it found), reject it (`cancelled` /
         *     `receipt_rejected`), or hand it to a person (`manual_check`). A person approves it with an amount, rejects it, or
         *     asks for another one: then the payment is back in `awaiting_confirmation`, `operation.awaiting_confirmation` is sent
         *     again, and its lifetime starts anew. A file that was handed in before does not count then: it has to be another one.
         *     While a receipt is under review or in `manual_check` the payment neither expires nor can be cancelled.
         *
         *     The receipt that completed the payment is among its `receipts`. Files are kept until personal data is erased (90 days
         *     after the end unless agreed otherwise).
         *
         *     While too many files of the same payment or shop wait to be looked at, the answer is 429 `too_many_requests`, and
         *     nothing was kept. After a timeout, a 429 or a 503 send the same file again: it is taken once.
         */
        post: operations["confirmPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/get_operation_state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the state of an operation
         * @description The state of a payment or payout of your shop at the moment of reading, by **exactly one** of `operation_id` and
         *     `merchant_operation_id`; both or neither is refused with 400. There is no ETag and no version field.
         *
         *     Webhooks are the canonical signal of an outcome and polling is the fallback: when you poll, begin at two seconds
         *     and lengthen the pause.
         *
         *     **`completed` may be less than you asked for.** Always take the money from `actual_amount`, never from
         *     `expected_amount` and never from the status alone.
         *
         *     ### Receipts and their evidence
         *
         *     `receipts` lists one item for each completed physical contribution, ordered by `completed_at`, then `id`: a payout
         *     assembled from several transfers has several. It is empty until the operation itself is completed, even when some
         *     of its transfers are already done. `receipt_evidence_status` says how far the list can be relied on:
         *
         *     | Value | Meaning |
         *     |---|---|
         *     | `not_ready` | The operation can still change; nothing is listed. |
         *     | `complete` | Every transfer is backed by the provider's own evidence, or by the receipt that was approved, and the items add up to it exactly. Cancelled operations are `complete` without items. |
         *     | `partial` | Every transfer is represented, but at least one item is synthetic: it has the authoritative amount and no `receipt_url`. |
         *     | `unavailable` | The state is authoritative, but evidence or download links cannot be had just now. Nothing is listed, never a part of the list; read again later. |
         *
         *     When the evidence cannot be had, the two ways to ask differ: by `merchant_operation_id` the answer is 200 with
         *     `unavailable` and no receipts; by `operation_id` it is 503 `evidence_unavailable`, whose problem names the operation,
         *     its `operation_status` and your own identifier. Status and amounts are final all the same: do not wait for receipts
         *     before you credit.
         *
         *     An item with a `receipt_url` has a document: the receipt that the payer handed in, or the provider's own. `complete`
         *     does not promise one: a provider can prove a transfer without a document.
         *
         *     ### Not found
         *
         *     404 also answers for operations of another shop, for a create that was rejected, for a create that is still
         *     running, and for a cancellation that no create has followed yet.
         */
        post: operations["getOperationState"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/cancel_operation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a payment
         * @description Ends a payment that has not ended yet, named by **exactly one** of `operation_id` and `merchant_operation_id`.
         *     Payouts cannot be cancelled.
         *
         *     | Payment | Answer |
         *     |---|---|
         *     | not terminal, no receipt under review | 200 `cancelled`: recorded durably; it can no longer be routed or accept money |
         *     | cancelled by you before | 200 `cancelled` again, nothing changes |
         *     | ended otherwise: completed, declined, expired, receipt rejected | 200 `already_terminal`, nothing changes |
         *     | receipt under review, or `manual_check` | 412 `receipt_under_review`: the review decides |
         *     | not created yet, named by `merchant_operation_id` | 200 `cancelled`: a later create completes as cancelled |
         *     | not created yet, named by `operation_id` | 404 `operation_not_found` |
         *     | it is a payout | 412 `not_cancellable` |
         *
         *     ### Rules
         *
         *     1. **Idempotent.** Repeating the command with the same identifier returns the same decision and changes nothing
         *        further. That holds for either identifier of the payment.
         *     2. **A timeout or a 503 is not a cancellation**, and not a refusal either. Repeat the same command or read the state.
         *     3. **To cancel a payment whose create may still be running, name it by `merchant_operation_id`.** You have no
         *        `operation_id` before the create answers, and a request with only an `operation_id` that does not exist yet is
         *        answered 404.
         *     4. **When the cancellation wins the race**, no payment details are ever issued for the operation, neither in the
         *        create's answer nor on a later read. The open create call completes with 200 and a cancelled payment
         *        (`cancel_reason` `merchant`), and so does the first payment create with this identifier that comes later. The
         *        outcome is `cancelled`.
         *     5. **When the create finished first**, the cancellation applies to the real payment: `cancelled` if it could still
         *        be cancelled, `already_terminal` otherwise. An answer of the create already sent, or a later read, may still
         *        show details; they belong to a cancelled payment and must be discarded.
         *     6. **While the racing create is running, reading the operation may answer 404.**
         *
         *     A cancellation before any create reserves the identifier for that one cancelled payment: the first payment create
         *     with it fixes the body, sends `operation.cancelled` and fills in the amounts; after that a payout or another body
         *     with it is answered 412 `identifier_reused`. Until then reads answer 404 and no event is sent.
         */
        post: operations["cancelOperation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/operations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the operations of the shop
         * @description The payments and payouts of your shop, **newest first**, page by page: for bookkeeping, for support, and for a look at
         *     what is open. What you need to know about one operation, `POST /v1/get_operation_state` answers; an outcome arrives by
         *     webhook.
         *
         *     An item is the operation object as it is at the moment of reading, without what only other calls show: receipts and
         *     their evidence, and the address of a hosted page.
         *
         *     ### Pages
         *
         *     `next_cursor` is where the next page begins: send it as `cursor`, **with the same filters**, until it is `null`.
         *     `limit` may differ from page to page. A cursor is opaque and does not expire. One that is garbled, or that belongs to
         *     another shop or other filters, is refused with 400.
         *
         *     Pages are stable while others create: the order is that of creation and never changes, so no operation is listed
         *     twice, and each one that could be read when you asked for the first page is listed once. What comes later may be
         *     missing; ask again for what is new. Every page shows its operations as they are then: with a filter by `status`, an
         *     operation that changes its status between two pages may be on neither.
         *
         *     ### Filters
         *
         *     All that are given must hold. The interval is half-open: `created_from` belongs to it and `created_before` does not,
         *     so that months that adjoin share no operation.
         *
         *     An operation keeps the time at which its create began, and can be read once a provider has accepted it, up to 15
         *     seconds later; one whose create was lost with its connection, later still. When you fetch what is new, begin a few
         *     minutes before the last time.
         *
         *     ### What is not listed
         *
         *     What no read answers: creates that are still running or were rejected, and cancellations that no create has followed
         *     yet. And what belongs to another shop.
         */
        get: operations["listOperations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the methods the shop can use
         * @description What the shop of your key can use at the moment: each payment method for which it has a route to an active provider,
         *     a tariff and, where its balance is kept in another currency, an exchange rate. Ordered by `method`, then `type`; a
         *     method that takes both payments and payouts is listed twice, because its limits may differ.
         *
         *     Keep the `amount` within the limits. Inside them one may still be refused (422 or 424), where tariffs or routes
         *     leave a gap, or where a provider declines.
         */
        get: operations["listMethods"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the balances of the shop
         * @description What the shop of your key has, one item per currency, ordered by currency. There is nothing to choose: no body, no
         *     query, no path identifier.
         *
         *     A payout moves its amount and commission from `available` to `reserved` the moment it is accepted; when it ends,
         *     what was paid leaves the balance and the rest returns. A payment is credited to `available` when it completes,
         *     net of commission.
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
    "/livez": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process alive?
         * @description 204 as long as the process can do its work without a restart. It does not look at the database: an orchestrator restarts what fails here. No key needed.
         */
        get: operations["getLiveness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Is the process healthy?
         * @description 204 when the process is healthy, 503 otherwise; for monitors that know only one address. No key needed.
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
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Can it take requests?
         * @description 204 when the database answers, the key ring opens what it holds, and the jobs are at work; 503 otherwise, and from the moment a shutdown begins, so that a load balancer sends no new requests while the open ones finish. No key needed.
         */
        get: operations["getReadiness"];
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
    "operation.awaiting_confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A payment awaits the payer's receipt
         * @description Sent the moment a payment enters `awaiting_confirmation`: with the create, and again whenever another receipt is
         *     asked for. Let the payer upload a receipt.
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
                    "application/json": components["schemas"]["OperationAwaitingConfirmationEvent"];
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
    "operation.manual_check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A receipt is looked at by a person
         * @description Sent when a payment enters `manual_check`; `data.manual_check_reason` says why. There is nothing to do but wait: the next event says how it went on.
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
                    "application/json": components["schemas"]["OperationManualCheckEvent"];
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
    "operation.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operation completed
         * @description The payment or payout reached its end and money moved. **`data.actual_amount` may be below `data.expected_amount`**: credit what was paid, not what was asked. Only `operation.adjusted` may follow, where money moves later.
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
                    "application/json": components["schemas"]["OperationCompletedEvent"];
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
    "operation.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An operation was cancelled
         * @description The payment or payout ended without money; `data.cancel_reason` says why. What a payout had reserved is available again. Only `operation.adjusted` may follow, where money moves later.
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
                    "application/json": components["schemas"]["OperationCancelledEvent"];
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
    "operation.adjusted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Late money was settled with you
         * @description A provider moved money for an operation after its end, and an operator has settled it with you: `data.adjustments` lists what your balance got or was charged so far, this one last. Status and `actual_amount` stay. Book each `adjustment_id` once.
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
                    "application/json": components["schemas"]["OperationAdjustedEvent"];
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
        /** @description Money that a provider moved for an operation after its end, as it was settled with you: at the rate and tariff of the operation, as if it had counted from the start. All figures are above or at zero; `kind` says the direction. */
        Adjustment: {
            /**
             * Format: uuid
             * @description Identifies the adjustment. Book each once.
             * @example 019c47f1-6b20-7c11-9a01-3f4a5b6c7d8e
             */
            adjustment_id: string;
            /**
             * @description - `credit`: your balance went up: a payment was paid late, or money of a payout came back.
             *     - `charge`: your balance went down: a payout was carried out late.
             *
             *     No value is added within `/v1`.
             * @enum {string}
             */
            kind: "credit" | "charge";
            /** @description The money that moved, in the operation's `currency`. */
            amount: components["schemas"]["Amount"];
            /** @description What moved on your balance, in `settlement_currency`, the commission considered. */
            settlement_amount: components["schemas"]["SettlementAmount"];
            /** @description The commission in it, in `settlement_currency`: charged, or given back where money of a payout came back. */
            commission_amount: components["schemas"]["SettlementAmount"];
            /**
             * Format: date-time
             * @description When it was settled, ISO 8601 in UTC with milliseconds.
             * @example 2026-02-10T14:26:01.512Z
             */
            created_at: string;
        };
        /**
         * @description Amount as a decimal string with exactly two decimals, zero or more.
         * @example 1000.00
         */
        Amount: string;
        /** @description The shop's money in one currency. `total` = `available` + `reserved`, exactly. */
        Balance: {
            currency: components["schemas"]["SettlementCurrency"];
            /** @description What new payouts can use. Never below zero. */
            available: components["schemas"]["SettlementAmount"];
            /** @description Held by payouts in flight, their commissions included. */
            reserved: components["schemas"]["SettlementAmount"];
            /** @description The sum of the two. */
            total: components["schemas"]["SettlementAmount"];
        };
        /** @description The balances of one shop. */
        Balances: {
            /** @description One item per currency, ordered by currency. The settlement currency is always among them. */
            balances: components["schemas"]["Balance"][];
        };
        /**
         * By merchant_operation_id
         * @description Names the operation by your own identifier.
         */
        ByMerchantOperationId: {
            /** @description The identifier you created the operation with. */
            merchant_operation_id: string;
            operation_id?: never;
        };
        /**
         * By operation_id
         * @description Names the operation by the identifier Turnpike issued.
         */
        ByOperationId: {
            /** @description The identifier Turnpike issued, a UUID. */
            operation_id: string;
            merchant_operation_id?: never;
        };
        /** @description Exactly one of the two identifiers, and a reason if you like. Other fields are ignored. */
        CancelOperationRequest: {
            operation_id?: components["schemas"]["OperationId"];
            merchant_operation_id?: components["schemas"]["MerchantOperationId"];
            /**
             * @description Why, for the operators who read the audit log: at most 2048 **bytes** in UTF-8 (1024 Cyrillic letters). Missing or empty it is recorded as `cancel`.
             * @example The customer closed the order
             */
            reason?: string;
        } & (components["schemas"]["ByOperationId"] | components["schemas"]["ByMerchantOperationId"]);
        /**
         * @description Why a cancelled operation ended. Only while `status` is `cancelled`.
         *
         *     - `merchant`: you cancelled it.
         *     - `declined`: the provider declined it after accepting it. A payout: no provider carried any of it out.
         *     - `expired`: the payer did not pay within the lifetime of the payment.
         *     - `receipt_rejected`: the uploaded receipt was rejected.
         *     - `failed`: it could not be carried out. A payout: an operator found that nothing arrived.
         *
         *     Values may be added: treat one you do not know as `failed`.
         */
        CancelReason: "merchant" | "declined" | "expired" | "receipt_rejected" | "failed";
        /** @description The decision on a cancellation. */
        Cancellation: {
            outcome: components["schemas"]["CancellationOutcome"];
            operation: components["schemas"]["CancelledOperation"];
        };
        /**
         * @description - `cancelled`: the payment is terminal through a cancellation of yours, this one or an earlier one.
         *     - `already_terminal`: it had ended otherwise; nothing changed.
         *
         *     No value is added within `/v1`.
         * @enum {string}
         */
        CancellationOutcome: "cancelled" | "already_terminal";
        /** @description The payment the decision is about, in short. Read its state for the rest. */
        CancelledOperation: {
            operation_id: components["schemas"]["OperationId"];
            /** @description Your own identifier of the payment, also where you named it by `operation_id`. */
            merchant_operation_id: components["schemas"]["MerchantOperationId"];
            /** @description Always `payment`. */
            type: components["schemas"]["OperationType"];
            /** @description `cancelled` for the outcome `cancelled`; the terminal status the payment ended in for `already_terminal`. */
            status: components["schemas"]["OperationStatus"];
            /**
             * Format: date-time
             * @description When the create was recorded, ISO 8601 in UTC with milliseconds; before any create, when it was cancelled.
             * @example 2026-02-10T09:15:15.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the payment ended.
             * @example 2026-02-10T09:15:56.007Z
             */
            terminal_at: string;
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
        /** @description The parts of the form. */
        ConfirmPaymentRequest: {
            operation_id: components["schemas"]["OperationId"];
            confirmation_type: components["schemas"]["ConfirmationType"];
            /**
             * Format: binary
             * @description The receipt, exactly one file, a PDF of at most 10 MiB (10,485,760 bytes). The content counts, not the file name and not the content type of the part; but the part must have one of the two, or it is no file.
             */
            receipt: Blob;
        };
        /**
         * @description The kind of confirmation. Only `receipt` exists; another value is refused with 400.
         * @enum {string}
         */
        ConfirmationType: "receipt";
        /** @description A payment to create. Fields not named here are ignored and do not count when bodies are compared, except `merchant_id` and `shop_id`, which are refused with 400: the key alone decides the shop. */
        CreatePaymentRequest: {
            merchant_operation_id: components["schemas"]["MerchantOperationId"];
            client_id: components["schemas"]["ClientId"];
            client_ip?: components["schemas"]["ClientIp"];
            method: components["schemas"]["PaymentMethod"];
            amount: components["schemas"]["RequestedAmount"];
            currency: components["schemas"]["Currency"];
            /** @description Ignored on payments, whatever its form; the destination comes from the provider. */
            number?: string;
            /**
             * @description Name of the payer, at most 140 characters. Optional, and not shown on payments.
             * @example Анна Смирнова
             */
            name?: string;
            /** @description Ignored on payments. */
            bankname?: string;
            return_url?: components["schemas"]["ReturnUrl"];
            description?: components["schemas"]["OperationDescription"];
            metadata?: components["schemas"]["Metadata"];
            merchant_id?: never;
            shop_id?: never;
        };
        /** @description A payout to create. Fields not named here are ignored and do not count when bodies are compared, except `merchant_id` and `shop_id`, which are refused with 400: the key alone decides the shop. */
        CreatePayoutRequest: {
            merchant_operation_id: components["schemas"]["MerchantOperationId"];
            client_id: components["schemas"]["ClientId"];
            client_ip?: components["schemas"]["ClientIp"];
            method: components["schemas"]["PaymentMethod"];
            amount: components["schemas"]["RequestedAmount"];
            currency: components["schemas"]["Currency"];
            /**
             * @description The destination: a card number for `WT_RUB_C2C` (never all zeros), a phone number for `WT_RUB_PHONE`. Required by both, and refused with 400 when it is not of the method's form.
             * @example 2200000000000004
             */
            number?: string;
            /**
             * @description Cardholder or recipient, at most 140 characters. Omitted or empty it becomes `аноним`.
             * @example Анна Смирнова
             */
            name?: string;
            /**
             * @description Code of the destination's bank. Required for `WT_RUB_PHONE` (`sber` or `tcs`), ignored for `WT_RUB_C2C`.
             * @example sber
             */
            bankname?: string;
            /** @description As for a payment, an `https` address of at most 2,048 characters. A payout has no page to show it on: it is only returned. */
            return_url?: components["schemas"]["ReturnUrl"];
            /** @description What it is for, 1 to 140 characters (Unicode code points). It is only returned. */
            description?: components["schemas"]["OperationDescription"];
            metadata?: components["schemas"]["Metadata"];
            merchant_id?: never;
            shop_id?: never;
        };
        /**
         * @description ISO 4217 code of the operation's currency, in capitals. It must be the currency of the method.
         * @example RUB
         */
        Currency: string;
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
             * @description Counts the events of this operation from 1. Events may arrive late, twice or in another order: drop one whose `sequence` is not above the highest you have handled for this operation.
             * @example 1
             */
            sequence: number;
            /** @description The operation as it was right after the event, in the form of `POST /v1/payment`. */
            data: components["schemas"]["Operation"];
        };
        /** @description What happened. The part after the point is the status the operation entered, but for `operation.adjusted`, with which the status stays. Values may be added: treat one you do not know as nothing to you, and answer 2xx. */
        EventType: "operation.awaiting_confirmation" | "operation.manual_check" | "operation.completed" | "operation.cancelled" | "operation.adjusted";
        /**
         * @description Units of the settlement currency for one unit of the operation's currency, as a decimal string: six decimals for pairs with `RUB`, ten for others.
         * @example 0.012500
         */
        ExchangeRate: string;
        /** @description Whether the payment needs a confirmation from the payer, and which kinds are accepted. */
        ExternalConfirmation: {
            /** @description True when a receipt must be uploaded before the payment can complete. Always false for payouts. */
            required: boolean;
            /** @description Accepted kinds of confirmation; empty when none is required. Today only `receipt`. */
            methods: string[];
        };
        /** @description Exactly one of the two identifiers. Other fields are ignored. */
        GetOperationStateRequest: {
            operation_id?: components["schemas"]["OperationId"];
            merchant_operation_id?: components["schemas"]["MerchantOperationId"];
        } & (components["schemas"]["ByOperationId"] | components["schemas"]["ByMerchantOperationId"]);
        /** @description The problem of status 400, which always lists the violations. */
        InvalidRequestProblem: components["schemas"]["Problem"] & {
            /** @description Every violation that was found, at least one. */
            errors: components["schemas"]["Violation"][];
        };
        /**
         * @description Why a person has to look at the receipt. Only while `status` is `manual_check`.
         *
         *     - `potential_fake`: the receipt may be forged or is suspicious. Also given when the reason is not known.
         *     - `not_terminal`: the transfer it shows is still in progress, or the file could not be read as a PDF. Never a
         *       sign of fraud.
         *
         *     Values may be added: treat one you do not know as "a person looks at it".
         */
        ManualCheckReason: "potential_fake" | "not_terminal";
        /**
         * @description Your own identifier of the operation and its idempotency key: any non-empty string of at most 200 characters (Unicode code points). It is compared exactly as sent: nothing is trimmed, case matters. Payments, payment links and payouts of one shop share one namespace.
         * @example order-2026-000184
         */
        MerchantOperationId: string;
        /**
         * @description Up to 20 pairs of your own: names of 1 to 40 characters, values of at most 500. They are returned and change nothing; an empty object is as good as none. Their order does not count when bodies are compared.
         * @example {
         *       "cart": "70412-9",
         *       "channel": "app"
         *     }
         */
        Metadata: {
            [key: string]: string;
        };
        /** @description A payment method in one direction. */
        Method: {
            /** @description The code to create with. */
            method: components["schemas"]["PaymentMethod"];
            /** @description `payment` where it brings money in, `payout` where it sends money out. */
            type: components["schemas"]["OperationType"];
            /** @description The currency to create with, and that of the limits. */
            currency: components["schemas"]["Currency"];
            /** @description The smallest amount that can be created. */
            min_amount: components["schemas"]["Amount"];
            /** @description The largest amount that can be created. A payout of more than one route carries is made of several transfers. */
            max_amount: components["schemas"]["Amount"];
        };
        /** @description What one shop can use. */
        Methods: {
            /** @description One item per method and type, ordered by `method`, then `type`. */
            methods: components["schemas"]["Method"][];
        };
        /**
         * @description A payment or a payout. Fields may be added to it: ignore those you do not know.
         *
         *     **`completed` does not mean "paid in full".** A payer may send less than asked, and one of several transfers of a
         *     payout may fail; the operation then completes with `actual_amount` below `expected_amount`. Credit your user with
         *     `actual_amount`.
         */
        Operation: {
            operation_id: components["schemas"]["OperationId"];
            /** @description Your own identifier, as you sent it. With it an event finds its order even where the answer to the create never reached you. */
            merchant_operation_id: components["schemas"]["MerchantOperationId"];
            type: components["schemas"]["OperationType"];
            status: components["schemas"]["OperationStatus"];
            /**
             * Format: date-time
             * @description When the create was recorded, ISO 8601 in UTC with milliseconds. Of a payment that was cancelled before its create: when it was cancelled.
             * @example 2026-02-10T09:00:00.131Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When something about the operation changed last: its status with the reasons for it, its money (`actual_amount` and the figures), or the time it has (`expires_at`, also by a receipt that came in). Receipts and their evidence do not count, which have a status of their own, nor does erasing personal data. In events: when the event happened.
             * @example 2026-02-10T09:00:00.249Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Until when a payment waits for its payer: to pay, and to hand in the receipt where one is required. Only while it waits: not while a receipt is looked at, and not any more once the time is over and the provider is asked a last time.
             * @example 2026-02-10T09:30:00.249Z
             */
            expires_at?: string;
            /**
             * Format: date-time
             * @description When the operation reached its terminal status. Only once it is over.
             * @example 2026-02-10T09:00:02.113Z
             */
            terminal_at?: string;
            /** @description Code of the payment method, as you sent it. */
            method: components["schemas"]["PaymentMethod"];
            /** @description The amount you asked for, as you sent it. Not what was paid. */
            expected_amount: components["schemas"]["Amount"];
            /** @description The money that really moved, as far as it is known: `0.00` before any was processed, and while the operation is under way the sum paid so far, such as that of one of three transfers of a payout. It is a fact, never inferred from the status, and zero is never replaced by the requested amount. **It may be below or above `expected_amount`, and is final only with a terminal status.** An operation that is cancelled counts no money, also when a part had been seen before. */
            actual_amount: components["schemas"]["Amount"];
            /** @description ISO 4217 code of the currency of `expected_amount` and `actual_amount`. */
            currency: components["schemas"]["Currency"];
            /**
             * @description Where the exchange rate comes from. Present from the moment the route is chosen, and only when the route converts into the settlement currency. A quote, not a ledger fact.
             * @example sandbox
             */
            fx_source?: string;
            /** @description The rate of the conversion: units of `settlement_currency` for one unit of `currency`, six decimals for pairs with `RUB`, ten for others. Quote = `expected_amount` × `fx_rate`. Present together with `fx_source`. */
            fx_rate?: components["schemas"]["ExchangeRate"];
            /** @description Currency of `recorded_amount`. Appears only on a completed operation, with and without conversion; never while it is under way, whatever `actual_amount` says by then. */
            recorded_currency?: components["schemas"]["SettlementCurrency"];
            /** @description What the ledger recorded: `actual_amount` × rate, rounded once, half to even. Same presence as `recorded_currency`. */
            recorded_amount?: components["schemas"]["SettlementAmount"];
            /** @description What moves on the shop's balance. Payment: credited, recorded amount minus commission. Payout: charged, recorded amount plus commission. Before a terminal status it is the figure expected for the requested amount; at the terminal status it is the final one, and zero when no money moved. */
            settlement_amount: components["schemas"]["SettlementAmount"];
            /** @description Currency of `settlement_amount` and `commission_amount`; equal to `currency` without conversion. */
            settlement_currency: components["schemas"]["SettlementCurrency"];
            /** @description The commission, in `settlement_currency`. Expected before a terminal status and final at it, like `settlement_amount`. Never more than the recorded amount of a payment; zero when no money moved. */
            commission_amount: components["schemas"]["SettlementAmount"];
            external_confirmation: components["schemas"]["ExternalConfirmation"];
            /**
             * @description Payments: card or phone number the payer must send money to; present only once a destination was issued. Payouts: the destination you gave, a phone number in the form `+7` and ten digits. Absent again once personal data has been erased (90 days after the end unless agreed otherwise).
             * @example 2200000000000004
             */
            number?: string;
            /**
             * @description Holder of the destination or recipient. Same presence as `number`.
             * @example ИВАН ПЕТРОВ
             */
            name?: string;
            /**
             * @description Stable code of the destination's bank, such as `sber` or `tcs`. Same presence as `number`; absent where the bank is not known (always for payouts to cards).
             * @example sber
             */
            bankname?: string;
            /**
             * @description Name of the bank for people. With `WT_RUB_PHONE`, beside `bankname` and with the same presence.
             * @example Сбербанк
             */
            bankname_details?: string;
            manual_check_reason?: components["schemas"]["ManualCheckReason"];
            cancel_reason?: components["schemas"]["CancelReason"];
            /** @description What was settled with you for money that moved after the end, oldest first. Only where there is something. Status, `actual_amount` and the figures of the end stay as they are: add this to what you have booked. */
            adjustments?: components["schemas"]["Adjustment"][];
            /** @description As you gave it. Absent where you gave none, and once personal data has been erased. */
            return_url?: components["schemas"]["ReturnUrl"];
            /** @description As you gave it. Absent where you gave none, and once personal data has been erased. */
            description?: components["schemas"]["OperationDescription"];
            /** @description As you gave it. Absent where you gave none, and once personal data has been erased. */
            metadata?: components["schemas"]["Metadata"];
        };
        /** @description Money that moved after the end was settled with the shop. */
        OperationAdjustedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Always `operation.adjusted`.
             * @constant
             */
            type: "operation.adjusted";
            /** @description An operation that had ended before. */
            data: {
                /**
                 * @description As it was before. No value is added within `/v1`.
                 * @enum {string}
                 */
                status: "completed" | "cancelled";
                /** @description All there are so far, the new one last. */
                adjustments: components["schemas"]["Adjustment"][];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.adjusted";
        };
        /** @description A payment entered `awaiting_confirmation`. */
        OperationAwaitingConfirmationEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Always `operation.awaiting_confirmation`.
             * @constant
             */
            type: "operation.awaiting_confirmation";
            /** @description A payment that waits for its receipt. */
            data: {
                /**
                 * @description Always `awaiting_confirmation`.
                 * @constant
                 */
                status: "awaiting_confirmation";
                /**
                 * @description Always `payment`.
                 * @constant
                 */
                type: "payment";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.awaiting_confirmation";
        };
        /** @description A payment or payout ended without money. */
        OperationCancelledEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Always `operation.cancelled`.
             * @constant
             */
            type: "operation.cancelled";
            /** @description An operation that ended without money. */
            data: {
                /**
                 * @description Always `cancelled`.
                 * @constant
                 */
                status: "cancelled";
                /** @description Always there. */
                cancel_reason: components["schemas"]["CancelReason"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.cancelled";
        };
        /** @description A payment or payout completed, maybe for less than was asked. */
        OperationCompletedEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Always `operation.completed`.
             * @constant
             */
            type: "operation.completed";
            /** @description An operation that has completed, maybe for less than was asked. */
            data: {
                /**
                 * @description Always `completed`.
                 * @constant
                 */
                status: "completed";
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.completed";
        };
        /**
         * @description What it is for, in words for the payer, 1 to 140 characters (Unicode code points). The hosted page shows it.
         * @example Order 2026-000184: two tickets
         */
        OperationDescription: string;
        /** @description An event, told apart by `type`, which also fixes what it says of the operation. An endpoint is sent all of them unless it asked for some. */
        OperationEvent: components["schemas"]["OperationAwaitingConfirmationEvent"] | components["schemas"]["OperationManualCheckEvent"] | components["schemas"]["OperationCompletedEvent"] | components["schemas"]["OperationCancelledEvent"] | components["schemas"]["OperationAdjustedEvent"];
        /**
         * Format: uuid
         * @description The identifier Turnpike issued for an operation: a UUID (version 7, so later operations sort after earlier ones). In requests upper and lower case are equal; `urn:uuid:` and braces are not accepted.
         * @example 019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
         */
        OperationId: string;
        /** @description A payment entered `manual_check`. */
        OperationManualCheckEvent: components["schemas"]["EventEnvelope"] & {
            /**
             * @description Always `operation.manual_check`.
             * @constant
             */
            type: "operation.manual_check";
            /** @description A payment that a person looks at. */
            data: {
                /**
                 * @description Always `manual_check`.
                 * @constant
                 */
                status: "manual_check";
                /**
                 * @description Always `payment`.
                 * @constant
                 */
                type: "payment";
                /** @description Always there. */
                manual_check_reason: components["schemas"]["ManualCheckReason"];
            };
        } & {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "operation.manual_check";
        };
        /** @description A part of a list, and where the rest of it begins. */
        OperationPage: {
            /** @description Operations, newest first, at most `limit` of them. */
            items: components["schemas"]["Operation"][];
            /**
             * @description The `cursor` of the next page; `null` on the last one. A page before the last is never empty.
             * @example AAABnEbPywgBnEbPywh-nbDPVRPnp_C5jkf3fBTD-94
             */
            next_cursor: string | null;
        };
        /** @description The operation with the receipts of the money that moved. */
        OperationState: components["schemas"]["Operation"] & {
            receipt_evidence_status: components["schemas"]["ReceiptEvidenceStatus"];
            /** @description Completed contributions, ordered by `completed_at`, then `id`. Empty until the operation is completed. */
            receipts: components["schemas"]["Receipt"][];
        };
        /**
         * @description Where the operation stands. `completed` and `cancelled` are terminal: the status does not change any more. No
         *     value is added within `/v1`.
         *
         *     - `pending`: accepted; for a payment the payer is expected to pay, for a payout money is on its way.
         *     - `awaiting_confirmation`: the payer must pay and a receipt must be uploaded, or an uploaded one is under review.
         *     - `manual_check`: a receipt raised doubts; a person decides. See `manual_check_reason`.
         *     - `completed`: money was processed. **It may be less than was asked for: read `actual_amount`.**
         *     - `cancelled`: ended without money. See `cancel_reason`.
         * @enum {string}
         */
        OperationStatus: "pending" | "awaiting_confirmation" | "manual_check" | "completed" | "cancelled";
        /**
         * @description `payment` brings money in, `payout` sends money out. No value is added within `/v1`.
         * @enum {string}
         */
        OperationType: "payment" | "payout";
        /** @description The payment with the address of its hosted page. */
        PaymentLinkOperation: components["schemas"]["Operation"] & {
            /**
             * Format: uri
             * @description The hosted page, `{pay_url}/<operation_id>`. Redirect the payer to it.
             * @example https://pay.turnpike.example/019c46f2-8a40-7c31-9f0e-5b1d2c3e4f50
             */
            payment_url: string;
        };
        /**
         * @description Code of the payment method. Methods are data, not part of the contract, so new ones appear without a new version; an unknown one is refused with 400. Known today: `WT_RUB_C2C` (bank card) and `WT_RUB_PHONE` (transfer by phone number), both in `RUB`.
         * @example WT_RUB_C2C
         */
        PaymentMethod: string;
        /** @description Every error, in the form of RFC 9457 (problem details). */
        Problem: {
            /**
             * Format: uri
             * @description `urn:turnpike:problem:` and the code: a name, the same on every installation, and no address. Where its page is, the `Link` header says.
             * @example urn:turnpike:problem:identifier_reused
             */
            type: string;
            /**
             * @description Short name of the problem, the same for every occurrence. For people.
             * @example Identifier reused
             */
            title: string;
            /**
             * @description The HTTP status of the response.
             * @example 412
             */
            status: number;
            /**
             * @description What happened, in one sentence. Always the same as `message`; this is its name in RFC 9457.
             * @example This merchant_operation_id was already used with a different body.
             */
            detail: string;
            /**
             * @description What happened, in one sentence, the same for every occurrence of the code. For people; except for the two sentences of 401 the wording may change.
             * @example This merchant_operation_id was already used with a different body.
             */
            message: string;
            code: components["schemas"]["ProblemCode"];
            /** @description Only with status 400. Every violation that was found, at least one. */
            errors?: components["schemas"]["Violation"][];
            /** @description The same value as the `x-request-id` header of the response. */
            request_id: components["schemas"]["RequestUuid"];
            /** @description With `identifier_reused` the operation that has this identifier, where it can be read already: not while it is undecided. With `evidence_unavailable`, always, the operation that was asked for. */
            operation_id?: components["schemas"]["OperationId"];
            /** @description Only with `evidence_unavailable`, and always then: your own identifier of the operation. Read by it, its state is answered without receipts. */
            merchant_operation_id?: components["schemas"]["MerchantOperationId"];
            /**
             * @description Only with `evidence_unavailable`, and always then: the status of the operation, which is terminal. It may be acted upon without the receipts. (`status` is the HTTP status.)
             * @example completed
             */
            operation_status?: string;
        };
        /**
         * @description What went wrong, for programs: decide by this value and never by `message`. Values may be added: treat one you do not know by the HTTP status of its response.
         * @example identifier_reused
         */
        ProblemCode: "invalid_request" | "api_key_missing" | "api_key_invalid" | "operation_not_found" | "route_not_found" | "method_not_allowed" | "request_timeout" | "identifier_reused" | "insufficient_balance" | "receipt_under_review" | "not_cancellable" | "wrong_state" | "payload_too_large" | "unsupported_media_type" | "no_suitable_tariff" | "no_provider_accepted" | "too_many_requests" | "headers_too_large" | "create_in_progress" | "evidence_unavailable" | "cancellation_in_doubt" | "temporarily_unavailable";
        /** @description One completed physical contribution to an operation. */
        Receipt: {
            /**
             * Format: uuid
             * @description Identifier of the contribution; it stays the same from read to read.
             * @example 019c46f3-1b20-7a55-8d10-2f3a4b5c6d7e
             */
            id: string;
            /**
             * @description Amount of this contribution in the operation's currency. A JSON number, the only one in this API: for sums and bookings use `actual_amount`.
             * @example 1000
             */
            amount: number;
            /**
             * Format: date-time
             * @description When it was completed, ISO 8601 in UTC with milliseconds.
             * @example 2026-02-10T09:00:02.113Z
             */
            completed_at: string;
            /**
             * Format: uri
             * @description Where the document can be downloaded with a plain GET, without the API key: every holder of the link can. It is https and valid for **five minutes**: fetch it at once, and store the file and not the link; another read gives a new one. It comes as an attachment. Treat the address as opaque: its form differs from storage to storage. `null` when the contribution has no document, or its document was erased.
             * @example https://turnpike.example/receipts/019c46f3-1b20-7a55-8d10-2f3a4b5c6d7e?of=AZxGwHoRfF-aPkt9IfDG6AGcRvKKQHwxnw5bHSw-T1A&expires=1770714600&signature=B2s1MDlhNTJxyssjcUt2SVYyUmrKlTDID3P7UurJVtI8vngNl0vCjw
             */
            receipt_url: string | null;
        };
        /**
         * @description How far `receipts` can be relied on. No value is added within `/v1`.
         *
         *     - `not_ready`: the operation can still change; nothing is listed.
         *     - `partial`: every transfer is represented, at least one by a synthetic item without `receipt_url`.
         *     - `complete`: every transfer is backed by evidence, exactly.
         *     - `unavailable`: evidence or links cannot be had just now; nothing is listed, read again later.
         * @enum {string}
         */
        ReceiptEvidenceStatus: "not_ready" | "partial" | "complete" | "unavailable";
        /**
         * Format: uuid
         * @description Identifies one request in your logs and in ours. Quote it when you ask for support.
         * @example 6f1c2a34-0d5e-4b7a-9c21-8e5f7a9b0c11
         */
        RequestUuid: string;
        /**
         * @description Amount as a decimal string: ASCII digits, a point and exactly two decimals, above zero and at most `999999999.99`. No sign, exponent, spaces or leading zeros (`0.50` is right, `00.50` and `.5` are not). A JSON number is refused, because binary floating point cannot hold every amount.
         * @example 1000.00
         */
        RequestedAmount: string;
        /**
         * Format: uri
         * @description Where your shop wants the payer back: an absolute `https` address of at most 2,048 characters, percent-encoded, without a user name or password. The hosted page shows it as "back to the shop" once the payment is over; the payer is never redirected without a click. It says nothing about the outcome. Payouts have no page: theirs is only returned.
         * @example https://shop.example/orders/2026-000184
         */
        ReturnUrl: string;
        /**
         * @description Amount in the shop's settlement currency as a decimal string with all the decimals of that currency: two, or six for `USDT`.
         * @example 970.00
         */
        SettlementAmount: string;
        /**
         * @description Currency in which the shop's balance is kept: an ISO 4217 code or the code of a stable coin such as `USDT`.
         * @example RUB
         */
        SettlementCurrency: string;
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
    };
    responses: {
        /**
         * @description **This does not say that nothing was created.** Repeat the same request with the same identifier and body until you get another answer; at most one operation comes of it.
         *
         *     - `create_in_progress`: another create with this identifier is still being decided, or the attempts of one that
         *       was rejected are not all closed yet.
         *
         *     - `temporarily_unavailable`: the request could not be finished just now.
         */
        CreateUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimitHint"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyHint"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
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
        /** @description Healthy. No body. */
        Healthy: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content?: never;
        };
        /**
         * @description The request is not well-formed (`invalid_request`): invalid JSON, a required field missing, a field malformed,
         *     `merchant_id` or `shop_id` in the body, an unknown `method`, a `currency` that is not the method's, an `amount`
         *     outside the method's limits. `errors` says what. Nothing was created.
         */
        InvalidPayment: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["InvalidRequestProblem"];
            };
        };
        /** @description The path exists, but not with this HTTP method (`method_not_allowed`). `Allow` names the right one. */
        MethodNotAllowed: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Allow: components["headers"]["Allow"];
                Link: components["headers"]["ProblemPage"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The shop has no tariff for this method, direction and amount (`no_suitable_tariff`). Nothing was created and the identifier is free again. Ask your manager to add a tariff; repeating does not help before that. */
        NoSuitableTariff: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The shop of your key has no such operation (`operation_not_found`). Operations of other shops, operations of the host-to-host API, creates that were rejected and cancellations that no create has followed yet answer the same way. */
        OperationNotFound: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is larger than the limit of this operation (`payload_too_large`). Nothing happened. */
        PayloadTooLarge: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description This `merchant_operation_id` names another operation of the shop: it was sent with a different body, or for a
         *     payout (`identifier_reused`). `operation_id` names that operation. Nothing was created.
         */
        PaymentIdentifierReused: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /**
         * @description No provider accepted the payment within 15 seconds, or the shop has no route for it (`no_provider_accepted`). No
         *     operation exists, reads answer 404, and the identifier is free again, after a provider that did not answer in
         *     time within some seconds (until then 503 `create_in_progress`): you may send the same request later. A
         *     provider that answers too late is cancelled; its details are never issued.
         */
        PaymentNotAccepted: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request could not be finished just now (`temporarily_unavailable`). **This does not say that nothing happened.** Repeat the same request. */
        TemporarilyUnavailable: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimitHint"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicyHint"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The shop sent more requests than its quota, 100 per second unless agreed otherwise (`too_many_requests`). Nothing happened. Wait as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The `X-API-Key` header is missing (`api_key_missing`), or its key is unknown, malformed or revoked (`api_key_invalid`). The key is checked before anything else is read, the body included. */
        Unauthorized: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["Challenge"];
                Link: components["headers"]["ProblemPage"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The process, or something it depends on, is not healthy (`temporarily_unavailable`). */
        Unhealthy: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                Link: components["headers"]["ProblemPage"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is not of the content type this operation reads, or is compressed or encoded in a way it does not (`unsupported_media_type`). Nothing happened. */
        UnsupportedMediaType: {
            headers: {
                "x-request-id": components["headers"]["RequestId"];
                Link: components["headers"]["ProblemPage"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
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
         * @description How to authenticate (RFC 9110): with the key of a shop in the `X-API-Key` header.
         * @example ApiKey realm="turnpike"
         */
        Challenge: "ApiKey realm=\"turnpike\"";
        /**
         * @description The page about this problem (RFC 8288), where the installation has a docs site.
         * @example <https://turnpike.example/docs/problems/identifier_reused>; rel="help"
         */
        ProblemPage: string;
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
    createPayment: {
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
        /** @description The payment you ask for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            /**
             * @description The payment: accepted just now; or, for an identifier sent again with the same body, the original one as it is
             *     now; or cancelled by you before it could be accepted.
             */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            400: components["responses"]["InvalidPayment"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PaymentIdentifierReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["NoSuitableTariff"];
            424: components["responses"]["PaymentNotAccepted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["CreateUnavailable"];
        };
    };
    createPaymentLink: {
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
        /** @description The payment you ask for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePaymentRequest"];
            };
        };
        responses: {
            /**
             * @description The payment with the address of its page: accepted just now; or, for an identifier sent again with the same
             *     body, the original one as it is now; or cancelled by you before it could be accepted.
             */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentLinkOperation"];
                };
            };
            400: components["responses"]["InvalidPayment"];
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            412: components["responses"]["PaymentIdentifierReused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["NoSuitableTariff"];
            424: components["responses"]["PaymentNotAccepted"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["CreateUnavailable"];
        };
    };
    createPayout: {
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
        /** @description The payout you ask for. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePayoutRequest"];
            };
        };
        responses: {
            /** @description The payout: recorded just now; or, for an identifier sent again with the same body, the original one as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /**
             * @description The request is not well-formed (`invalid_request`): invalid JSON, a required field missing, a field malformed,
             *     `merchant_id` or `shop_id` in the body, an unknown `method`, a `currency` that is not the method's, an `amount`
             *     outside the method's limits, a `number` not of the method's form, a `bankname` the method does not know.
             *     `errors` says what. Nothing was created.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            /**
             * @description Nothing was created.
             *
             *     - `identifier_reused`: this `merchant_operation_id` names another operation of the shop, or was cancelled.
             *     - `insufficient_balance`: `available` does not cover the amount and the commission; the identifier is free
             *       again.
             */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["NoSuitableTariff"];
            /** @description The shop has no route for this payout (`no_provider_accepted`). No operation exists, nothing is reserved, and the identifier is free again. */
            424: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["CreateUnavailable"];
        };
    };
    confirmPayment: {
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
        /** @description Three parts, in any order. Other parts are ignored. */
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["ConfirmPaymentRequest"];
            };
        };
        responses: {
            /** @description The payment after the receipt was taken. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Operation"];
                };
            };
            /** @description A part is missing, malformed or sent twice, `operation_id` is not a UUID, `receipt` is not a file or empty, or `confirmation_type` is not known (`invalid_request`). Nothing happened. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OperationNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description The operation takes no receipt now: it needs none, has ended, its lifetime is over, it is a payout, or another file is already under review (`wrong_state`). Nothing changed. */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
    getOperationState: {
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
        /** @description Exactly one of the two identifiers. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["GetOperationStateRequest"];
            };
        };
        responses: {
            /** @description The operation as it is now. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationState"];
                };
            };
            /** @description The body is not valid JSON, names no identifier or both, or `operation_id` is not a UUID (`invalid_request`). */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OperationNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            /** @description `evidence_unavailable`: asked by `operation_id`, and receipt evidence cannot be had just now; the operation itself is unaffected. `temporarily_unavailable`: the state could not be read. Repeat the same request. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimitHint"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicyHint"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelOperation: {
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
        /** @description Exactly one of the two identifiers, and a reason if you like. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelOperationRequest"];
            };
        };
        responses: {
            /** @description The decision, recorded durably before this answer was sent. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Cancellation"];
                };
            };
            /** @description The body is not valid JSON, names no identifier or both, `operation_id` is not a UUID, or `reason` is longer than 2048 bytes (`invalid_request`). Nothing happened. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["OperationNotFound"];
            405: components["responses"]["MethodNotAllowed"];
            /** @description Nothing changed. `receipt_under_review`: a receipt of this payment is being reviewed, or it is in `manual_check`; wait for the decision. `not_cancellable`: the identifier belongs to a payout. */
            412: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            /** @description `cancellation_in_doubt`: the cancellation was not recorded durably before the deadline, or that is not known. `temporarily_unavailable`: the request could not be finished just now. **Neither says that the payment is cancelled, nor that it is not.** Repeat the same command or read the state. */
            503: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimitHint"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicyHint"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listOperations: {
        parameters: {
            query?: {
                /**
                 * @description Only operations created at this time or later: ISO 8601 with an offset. A `+` in a query has to be sent as `%2B`.
                 * @example 2026-02-01T00:00:00Z
                 */
                created_from?: string;
                /**
                 * @description Only operations created before this time: ISO 8601 with an offset.
                 * @example 2026-03-01T00:00:00Z
                 */
                created_before?: string;
                /**
                 * @description Only operations with this status; repeated for several (`status=pending&status=manual_check`).
                 * @example [
                 *       "completed"
                 *     ]
                 */
                status?: components["schemas"]["OperationStatus"][];
                /**
                 * @description Only payments, or only payouts.
                 * @example payout
                 */
                type?: components["schemas"]["OperationType"];
                /**
                 * @description Only the operation with this identifier of yours, compared exactly: one at most. Unlike a read by it, an unknown one is an empty page and not 404.
                 * @example order-2026-000184
                 */
                merchant_operation_id?: components["schemas"]["MerchantOperationId"];
                /**
                 * @description How many operations a page holds at most.
                 * @example 50
                 */
                limit?: number;
                /**
                 * @description The `next_cursor` of the page before; left out for the first page.
                 * @example AAABnEbPywgBnEbPywh-nbDPVRPnp_C5jkf3fBTD-94
                 */
                cursor?: string;
            };
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
            /** @description One page. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperationPage"];
                };
            };
            /** @description A filter or `limit` is malformed, or the cursor is not one of this listing (`invalid_request`). `errors` says which. */
            400: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    Link: components["headers"]["ProblemPage"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["InvalidRequestProblem"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
    listMethods: {
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
            /** @description The methods at the moment of reading; empty where the shop can use none. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Methods"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
    listBalances: {
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
            /** @description The balances at the moment of reading. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Balances"];
                };
            };
            401: components["responses"]["Unauthorized"];
            405: components["responses"]["MethodNotAllowed"];
            429: components["responses"]["TooManyRequests"];
            503: components["responses"]["TemporarilyUnavailable"];
        };
    };
    getLiveness: {
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
            204: components["responses"]["Healthy"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unhealthy"];
        };
    };
    getHealth: {
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
            204: components["responses"]["Healthy"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unhealthy"];
        };
    };
    getReadiness: {
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
            204: components["responses"]["Healthy"];
            405: components["responses"]["MethodNotAllowed"];
            503: components["responses"]["Unhealthy"];
        };
    };
}
