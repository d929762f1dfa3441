/** Made from the description of the API by npm run generate. */

export interface paths {
    "/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an email
         * @description A 200 means that the email is stored and reaches a final status. Follow it at `GET /logs/{log_id}` with the receipt.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["Send.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resend an email
         * @description As a new email with its own log.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["Send.resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/send/raw": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an email in MIME
         * @description The body is the email (RFC 5322) as `message/rfc822`, or JSON with the email in base64 in `raw`. It is sent as it is, except for Bcc and what the guide names.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["RawMails.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/send_proposals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List proposals
         * @description Newest first, without their emails.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["SendProposals.list"];
        put?: never;
        /**
         * Propose an email
         * @description Nothing is sent until a person approves it. Content and recipients are checked as for a send.
         *
         *     Key: scope `read`. User: any.
         */
        post: operations["SendProposals.propose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/send_proposals/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a proposal
         * @description With the email exactly as an approval sends it.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["SendProposals.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/send_proposals/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a proposal
         * @description Sends the email, once: repeated calls get the same response. If the send is refused, the proposal stays open.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["SendProposals.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/send_proposals/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a proposal
         * @description Key: scope `send`. User: editor or admin.
         */
        post: operations["SendProposals.reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/test_clocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List test clocks
         * @description Key: scope `read`. User: any.
         */
        get: operations["TestClocks.list"];
        put?: never;
        /**
         * Create a test clock
         * @description With a test key, or by a user.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["TestClocks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/test_clocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a test clock
         * @description Key: scope `read`. User: any.
         */
        get: operations["TestClocks.get"];
        put?: never;
        post?: never;
        /**
         * Delete a test clock
         * @description Pending email stays due at its current time.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        delete: operations["TestClocks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/test_clocks/{id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance a test clock
         * @description Sends the test email that is due until then, in order. It responds after at most 25 seconds or 1,000 emails, with the time that the clock has reached: repeat the call until `time` is `to`.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["TestClocks.advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List logs
         * @description Newest first.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Logs.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search logs
         * @description Newest first, as far back as one request can search; `next_cursor` continues.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Logs.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs/{log_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a log
         * @description Key: scope `read`. User: any.
         */
        get: operations["Logs.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs/{log_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the events of a log
         * @description Oldest first.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Logs.listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs/{log_id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the attempts of an email
         * @description Oldest first, with the provider's responses.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Logs.listAttempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs/{log_id}/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an email as it was sent
         * @description Rendered again from the accepted content.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Logs.getMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs/{log_id}/mail/source": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the source of an email
         * @description Headers and MIME parts, rendered again; of attachments only the size.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Logs.getMailSource"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs/{log_id}/mail/attachments/{index}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment of an email
         * @description As it was sent, while it is stored. `index` is its position in `attachments` of the email, from 0.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Logs.downloadAttachment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/logs/{log_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an email
         * @description Possible until the first attempt.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["Logs.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find customers
         * @description By address, page by page.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Customers.list"];
        put?: never;
        /**
         * Create or change a customer
         * @description Attributes are added or replaced, never removed.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["Customers.upsert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a customer
         * @description Key: scope `read`. User: any.
         */
        get: operations["Customers.get"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description An unknown customer is no error. With `erase=true`, the person is erased everywhere.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Customers.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{email}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a person's data
         * @description One document, also for an address that is no longer a customer.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        get: operations["Customers.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{email}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the logs of a customer
         * @description Newest first, scheduled emails included.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Customers.listLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the progress of an erasure
         * @description Key: scope `read`. User: any.
         */
        get: operations["Erasures.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/customers/{email}/conversions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record a conversion
         * @description Key: scope `send`. User: editor or admin.
         */
        post: operations["Conversions.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Render a template without sending
         * @description Key: scope `read`. User: any.
         */
        post: operations["Render.render"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description One element for each locale of each template, the default locale first.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Templates.list"];
        put?: never;
        /**
         * Create a template
         * @description With its default locale and a first version, which is published unless `publish` is `false`.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Templates.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a draft
         * @description All problems of all parts, and the variables, snippets, links and sizes of the template.
         *
         *     Key: scope `read`. User: any.
         */
        post: operations["Templates.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/check_links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check links
         * @description Requests each link once, without following redirects. Responds within 15 seconds.
         *
         *     Key: scope `read`. User: any.
         */
        post: operations["Templates.checkLinks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a draft
         * @description Renders the parts that it can, and lists the problems of the others. Snippets may be drafts too.
         *
         *     Key: scope `read`. User: any.
         */
        post: operations["Templates.preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find templates
         * @description By name, id, tag or subject, page by page, each with its locales and its last send.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Templates.search"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tags
         * @description Key: scope `read`. User: any.
         */
        get: operations["Templates.tags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a template
         * @description Key: scope `read`. User: any.
         */
        get: operations["Templates.get"];
        /**
         * Change a template
         * @description Changes name, tags and tracking, in all locales.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.update"];
        post?: never;
        /**
         * Delete a template
         * @description With a locale in the path, only that locale.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Templates.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a template (in the locale of the path)
         * @description Key: scope `read`. User: any.
         */
        get: operations["Templates.get.ofLocale"];
        /**
         * Change a template (in the locale of the path)
         * @description Changes name, tags and tracking, in all locales.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.update.ofLocale"];
        post?: never;
        /**
         * Delete a template (in the locale of the path)
         * @description With a locale in the path, only that locale.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Templates.delete.ofLocale"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Duplicate a template
         * @description With all its locales, the published version of each as a draft.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Templates.duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a locale to a template
         * @description With a first version, which is published unless `publish` is `false`.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Templates.addLocale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions
         * @description Oldest first, at most 1000.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Templates.listVersions"];
        put?: never;
        /**
         * Create a version
         * @description A draft, or published with `"publish": true`.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Templates.createVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions (in the locale of the path)
         * @description Oldest first, at most 1000.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Templates.listVersions.ofLocale"];
        put?: never;
        /**
         * Create a version (in the locale of the path)
         * @description A draft, or published with `"publish": true`.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Templates.createVersion.ofLocale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/versions/{version_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a version
         * @description Key: scope `read`. User: any.
         */
        get: operations["Templates.getVersion"];
        /**
         * Change a version
         * @description Publishes it too, unless `publish` is `false`.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.updateVersion"];
        post?: never;
        /**
         * Delete a version
         * @description A published version cannot be deleted, nor the last one of a locale.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Templates.deleteVersion"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/versions/{version_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a version (in the locale of the path)
         * @description Key: scope `read`. User: any.
         */
        get: operations["Templates.getVersion.ofLocale"];
        /**
         * Change a version (in the locale of the path)
         * @description Publishes it too, unless `publish` is `false`.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.updateVersion.ofLocale"];
        post?: never;
        /**
         * Delete a version (in the locale of the path)
         * @description A published version cannot be deleted, nor the last one of a locale.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Templates.deleteVersion.ofLocale"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/versions/{version_id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the data of a version
         * @description A JSON Schema, inferred from what the template does with its data.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Templates.versionSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/versions/{version_id}/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the data of a version (in the locale of the path)
         * @description A JSON Schema, inferred from what the template does with its data.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Templates.versionSchema.ofLocale"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/versions/{version_id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Publish a version
         * @description It becomes the only published version of its locale; an A/B test ends.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.publishVersion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/versions/{version_id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Publish a version (in the locale of the path)
         * @description It becomes the only published version of its locale; an A/B test ends.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.publishVersion.ofLocale"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/versions/{version_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Approve a version
         * @description As another user than the author of its last change. A change of the content removes the approval.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.approveVersion"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/versions/{version_id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Approve a version (in the locale of the path)
         * @description As another user than the author of its last change. A change of the content removes the approval.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.approveVersion.ofLocale"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/versions/{version_id}/shadow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a version with the published one
         * @description Renders the latest emails of the template with both. Nothing is sent.
         *
         *     Key: scope `read`. User: any.
         */
        post: operations["Templates.compareVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/versions/{version_id}/shadow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a version with the published one (in the locale of the path)
         * @description Renders the latest emails of the template with both. Nothing is sent.
         *
         *     Key: scope `read`. User: any.
         */
        post: operations["Templates.compareVersion.ofLocale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/ab_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Start or change an A/B test
         * @description A recipient always gets the same version, chosen by address.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.setAbTest"];
        post?: never;
        /**
         * End an A/B test
         * @description The version with the largest weight stays published.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Templates.endAbTest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/ab_test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Start or change an A/B test (in the locale of the path)
         * @description A recipient always gets the same version, chosen by address.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Templates.setAbTest.ofLocale"];
        post?: never;
        /**
         * End an A/B test (in the locale of the path)
         * @description The version with the largest weight stays published.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Templates.endAbTest.ofLocale"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/versions/{version_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments
         * @description Oldest first, at most 1000.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Comments.list"];
        put?: never;
        /**
         * Comment on a version
         * @description Users mentioned as `@name` or `@email` get an email.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Comments.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/versions/{version_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List comments (in the locale of the path)
         * @description Oldest first, at most 1000.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Comments.list.ofLocale"];
        put?: never;
        /**
         * Comment on a version (in the locale of the path)
         * @description Users mentioned as `@name` or `@email` get an email.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Comments.create.ofLocale"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/versions/{version_id}/comments/{comment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment
         * @description Only its author can delete it.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Comments.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/locales/{locale}/versions/{version_id}/comments/{comment_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a comment (in the locale of the path)
         * @description Only its author can delete it.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Comments.delete.ofLocale"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List samples
         * @description Key: scope `read`. User: any.
         */
        get: operations["Samples.list"];
        put?: never;
        /**
         * Create a sample
         * @description Key: scope `manage`. User: editor or admin.
         */
        post: operations["Samples.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}/samples/{sample_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Change a sample
         * @description Key: scope `manage`. User: editor or admin.
         */
        put: operations["Samples.update"];
        post?: never;
        /**
         * Delete a sample
         * @description Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Samples.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snippets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List snippets
         * @description Key: scope `read`. User: any.
         */
        get: operations["Snippets.list"];
        put?: never;
        /**
         * Create a snippet
         * @description Key: scope `manage`. User: editor or admin.
         */
        post: operations["Snippets.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snippets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a snippet
         * @description Key: scope `read`. User: any.
         */
        get: operations["Snippets.get"];
        /**
         * Change a snippet
         * @description All templates that use it are recompiled. A change that would break one is refused.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["Snippets.update"];
        post?: never;
        /**
         * Delete a snippet
         * @description Refused while templates use it.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Snippets.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/snippets/{id}/uses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the uses of a snippet
         * @description The versions that include it, directly or through another snippet.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Snippets.uses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List images
         * @description Newest first.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Images.list"];
        put?: never;
        /**
         * Upload an image
         * @description A PNG, JPEG, GIF or WebP image of at most 2 MB, and 10,000 pixels wide and high. The content decides the type.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Images.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/images/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an image
         * @description Sent emails show it no longer.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Images.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drip_campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drip campaigns
         * @description Key: scope `read`. User: any.
         */
        get: operations["DripCampaigns.list"];
        put?: never;
        /**
         * Create a drip campaign
         * @description Key: scope `manage`. User: editor or admin.
         */
        post: operations["DripCampaigns.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drip_campaigns/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a drip campaign
         * @description Key: scope `read`. User: any.
         */
        get: operations["DripCampaigns.get"];
        /**
         * Change a drip campaign
         * @description Fields that are omitted stay.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        put: operations["DripCampaigns.update"];
        post?: never;
        /**
         * Delete a drip campaign
         * @description Key: scope `manage`. User: editor or admin.
         */
        delete: operations["DripCampaigns.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drip_campaigns/{id}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate a recipient
         * @description The first email is sent after its delay. A recipient who is already in the campaign stays at their step.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["DripCampaigns.activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drip_campaigns/{id}/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a recipient
         * @description After the response, no email of the campaign is sent to the recipient.
         *
         *     Key: scope `send`. User: editor or admin.
         */
        post: operations["DripCampaigns.deactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drip_campaigns/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deactivate a recipient in all campaigns
         * @description Key: scope `send`. User: editor or admin.
         */
        post: operations["DripCampaigns.deactivateEverywhere"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/drip_campaigns/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members of a drip campaign
         * @description Newest first, page by page.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["DripCampaigns.members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List ESP accounts
         * @description Key: scope `read`. User: any.
         */
        get: operations["EspAccounts.list"];
        put?: never;
        /**
         * Create an ESP account
         * @description The first one becomes the default. The response has `webhook_url` if the provider reports events.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["EspAccounts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/set_default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Choose the default ESP account
         * @description It sends emails that name no ESP account.
         *
         *     Key: scope `manage`. User: admin.
         */
        put: operations["EspAccounts.setDefault"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an ESP account before creating it
         * @description Connects and logs in with the credentials of the body, without sending email. Nothing is stored.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["EspAccounts.try"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/check_sender": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a sender domain
         * @description Looks up its MX, SPF, DMARC and DKIM records. Responds within 15 seconds.
         *
         *     Key: scope `read`. User: any.
         */
        post: operations["EspAccounts.checkSender"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test an ESP account
         * @description Connects and logs in with its credentials, without sending email. Responds within 15 seconds.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["EspAccounts.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an ESP account
         * @description Keys with the scope `manage` also get `webhook_url`.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["EspAccounts.get"];
        /**
         * Change an ESP account
         * @description A name and credentials that are omitted stay; other optional fields that are omitted are removed.
         *
         *     Key: scope `manage`. User: admin.
         */
        put: operations["EspAccounts.update"];
        post?: never;
        /**
         * Delete an ESP account
         * @description Rejected while emails wait for it or it is a fallback.
         *
         *     Key: scope `manage`. User: admin.
         */
        delete: operations["EspAccounts.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/{id}/rotate_webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the address for provider reports
         * @description The old address stops working within 30 seconds.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["EspAccounts.rotateWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/{id}/setup_webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register the address for provider reports
         * @description Registers the address at the provider with the credentials of the ESP account, or updates its registration.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["EspAccounts.setUpWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/{id}/move_mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move waiting emails to another ESP account
         * @description Emails that are being sent, or may have been sent, stay. At most 5,000 in a call.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["EspAccounts.moveMail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the attempts of an ESP account
         * @description By hour, for the last seven days, without emails of test keys.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["EspAccounts.attempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/esp_accounts/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failing ESP account
         * @description Ends its pause, and makes emails due that failed because of the ESP account; at most 10,000 in a call.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["EspAccounts.retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Oldest first, page by page.
         *
         *     Key: scope `manage`. User: admin.
         */
        get: operations["Webhooks.list"];
        put?: never;
        /**
         * Create a webhook
         * @description This response contains the secret.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["Webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show a webhook
         * @description Key: scope `manage`. User: admin.
         */
        get: operations["Webhooks.get"];
        /**
         * Change a webhook
         * @description Enabling it clears earlier failures.
         *
         *     Key: scope `manage`. User: admin.
         */
        put: operations["Webhooks.update"];
        post?: never;
        /**
         * Delete a webhook
         * @description Waiting events are not posted.
         *
         *     Key: scope `manage`. User: admin.
         */
        delete: operations["Webhooks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of a webhook
         * @description The old secret signs too, for 24 hours.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["Webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description An example event, even if the webhook does not subscribe to its type. The list of attempts shows the outcome.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["Webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay events
         * @description One event, or those of a period that the webhook subscribes to; at most 10,000 in a call.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["Webhooks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{id}/attempts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List attempts
         * @description Newest first, page by page.
         *
         *     Key: scope `manage`. User: admin.
         */
        get: operations["Webhooks.attempts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts
         * @description Oldest first, page by page, with their states.
         *
         *     Key: scope `manage`. User: admin.
         */
        get: operations["Alerts.list"];
        put?: never;
        /**
         * Create an alert
         * @description Key: scope `manage`. User: admin.
         */
        post: operations["Alerts.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an alert
         * @description Key: scope `manage`. User: admin.
         */
        get: operations["Alerts.get"];
        /**
         * Change an alert
         * @description Another condition, threshold, minimum or window, or enabling it, starts its evaluation anew.
         *
         *     Key: scope `manage`. User: admin.
         */
        put: operations["Alerts.update"];
        post?: never;
        /**
         * Delete an alert
         * @description Waiting notifications are not sent.
         *
         *     Key: scope `manage`. User: admin.
         */
        delete: operations["Alerts.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/alerts/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test notification
         * @description At once, in quiet hours too, and to addresses that refused earlier emails.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["Alerts.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity_hooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List identity hooks
         * @description Oldest first.
         *
         *     Key: scope `manage`. User: admin.
         */
        get: operations["IdentityHooks.list"];
        put?: never;
        /**
         * Create an identity hook
         * @description This response contains the secret.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["IdentityHooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity_hook_kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the kinds of identity hooks
         * @description The supported identity providers, and the actions that each of them documents.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["IdentityHooks.kinds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity_hooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show an identity hook
         * @description Key: scope `manage`. User: admin.
         */
        get: operations["IdentityHooks.get"];
        /**
         * Change an identity hook
         * @description Fields that are omitted get their defaults. Kind, mode and secret stay.
         *
         *     Key: scope `manage`. User: admin.
         */
        put: operations["IdentityHooks.update"];
        post?: never;
        /**
         * Delete an identity hook
         * @description It stops working within 20 seconds.
         *
         *     Key: scope `manage`. User: admin.
         */
        delete: operations["IdentityHooks.delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/identity_hooks/{id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of an identity hook
         * @description Generates a secret, or uses the one in the body. The old secret stays valid for 24 hours.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["IdentityHooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready_templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List starter templates
         * @description Templates to start from: MJML with dark mode, a text part and sample data.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["ReadyTemplates.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ready_templates/identity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Install the starter templates for identity hooks
         * @description In eight languages. A template that the account has already is left as it is.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["ReadyTemplates.install"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List failures
         * @description Emails that ended without being sent, latest first.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Failures.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failures/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count failures by cause
         * @description Key: scope `read`. User: any.
         */
        get: operations["Failures.groups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failures/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay failures
         * @description Sends them again as new emails, at most 1,000 in a call.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Failures.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/failures/forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss failures
         * @description Their logs stay. At most 5,000 in a call.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Failures.forget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the queue
         * @description Waiting emails by ESP account, with the oldest due time and the state of the account.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Queue.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressions
         * @description Newest first, page by page.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Suppressions.list"];
        put?: never;
        /**
         * Suppress an address
         * @description An entry with the same reason stays as it is.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Suppressions.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import suppressions
         * @description A CSV file with the column `email` and optionally `reason` and `note`. Lines with errors are skipped and listed.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["Suppressions.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export suppressions
         * @description A CSV file, newest first, without erased addresses. It can be imported.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Suppressions.export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/suppressions/{email}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a suppression
         * @description An address that is not on the list is no error.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        delete: operations["Suppressions.remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show statistics
         * @description By the day or hour in which emails were accepted. Emails of test keys are not counted.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Statistics.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/stats/links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the clicked links of a template
         * @description The links that recipients clicked in the last 30 days, of at most 2,000 emails.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Statistics.links"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description Server-sent events, as they happen. The `data` of each is what webhooks receive, with its `id`. The header `Last-Event-ID` continues after an event. The response does not end.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["EventStreams.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i18n/pot/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export texts for translation
         * @description A gettext template (.pot) of all templates with the tag.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["I18n.pot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/i18n/po/{tag}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import translations
         * @description A zip of files named `<locale>.po`.
         *
         *     Key: scope `manage`. User: editor or admin.
         */
        post: operations["I18n.po"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the account
         * @description Key: scope `read`. User: any.
         */
        get: operations["Account.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the account
         * @description Takes effect everywhere within 30 seconds.
         *
         *     Key: scope `manage`. User: admin.
         */
        patch: operations["Account.change"];
        trace?: never;
    };
    "/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the users of the account
         * @description Invited users are included.
         *
         *     Key: scope `manage`. User: admin.
         */
        get: operations["Users.list"];
        put?: never;
        /**
         * Invite a user
         * @description Sends an email with a link that works once, within seven days. A second invitation sends another link and sets the role.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["Users.invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the names of users
         * @description The names of active users, or their addresses if they have none, by which comments mention them.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Users.names"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a user
         * @description Or withdraws an invitation. A user without another account is deleted. Takes effect everywhere within 30 seconds.
         *
         *     Key: scope `manage`. User: admin.
         */
        delete: operations["Users.remove"];
        options?: never;
        head?: never;
        /**
         * Change the role of a user
         * @description Takes effect everywhere within 30 seconds.
         *
         *     Key: scope `manage`. User: admin.
         */
        patch: operations["Users.changeRole"];
        trace?: never;
    };
    "/invitations/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show an invitation
         * @description Key: none needed.
         */
        post: operations["Invitations.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation
         * @description Creates the user, if there is none with the address, and logs in. Works once.
         *
         *     Key: none needed.
         */
        post: operations["Invitations.accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the session
         * @description User: with the cookie of a session. Keys are not accepted.
         */
        get: operations["Sessions.show"];
        put?: never;
        /**
         * Log in
         * @description Sets the cookie of the session.
         *
         *     Key: none needed.
         */
        post: operations["Sessions.logIn"];
        /**
         * Log out
         * @description User: with the cookie of a session. Keys are not accepted.
         */
        delete: operations["Sessions.end"];
        options?: never;
        head?: never;
        /**
         * Change name, language or password
         * @description A new password ends all other sessions of the user.
         *
         *     User: with the cookie of a session. Keys are not accepted.
         */
        patch: operations["Sessions.change"];
        trace?: never;
    };
    "/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sessions
         * @description User: with the cookie of a session. Keys are not accepted.
         */
        get: operations["Sessions.list"];
        put?: never;
        post?: never;
        /**
         * Log out everywhere
         * @description Ends all sessions of the user, this one too, everywhere within 30 seconds.
         *
         *     User: with the cookie of a session. Keys are not accepted.
         */
        delete: operations["Sessions.endAll"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes
         * @description Newest first, page by page.
         *
         *     Key: scope `manage`. User: admin.
         */
        get: operations["Audit.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api_keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Key: scope `manage`. User: admin.
         */
        get: operations["ApiKeys.list"];
        put?: never;
        /**
         * Create an API key
         * @description This response alone contains the secret.
         *
         *     Key: scope `manage`. User: admin.
         */
        post: operations["ApiKeys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api_keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description It stops working within 30 seconds.
         *
         *     Key: scope `manage`. User: admin.
         */
        delete: operations["ApiKeys.revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run several calls
         * @description At most 100, in order. Each needs its own scope.
         *
         *     Key: any. User: any.
         */
        post: operations["Batch.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the account's limits
         * @description With current use. Figures of services that are unavailable are omitted.
         *
         *     Key: scope `read`. User: any.
         */
        get: operations["Limits.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/log_in_methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List log-in methods
         * @description Key: none needed.
         */
        get: operations["LoginMethods.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Describe the API
         * @description This document.
         *
         *     Key: any. User: any.
         */
        get: operations["OpenApi.describe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password_resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a password reset
         * @description Sends a link if the address belongs to a user. The response is the same if not.
         *
         *     Key: none needed.
         */
        post: operations["PasswordResets.ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/password_resets/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset a password
         * @description Ends all sessions of the user and logs in. Works once.
         *
         *     Key: none needed.
         */
        post: operations["PasswordResets.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        SendBody: {
            /** @description The id of the template. Without it, `subject` and `html` or `text` are required. */
            template?: string;
            /** @description The recipient. One of `recipient` and `to` is required. */
            recipient?: components["schemas"]["Recipient"];
            /** @description Recipients of copies. */
            cc?: components["schemas"]["CopyRecipient"][];
            /** @description Recipients of blind copies. */
            bcc?: components["schemas"]["CopyRecipient"][];
            /** @description The sender; by default that of the ESP account, else of the account. */
            sender?: {
                address: components["schemas"]["EmailAddress"];
                /** @description The address for replies; by default `address`. Required with `template`. */
                reply_to?: components["schemas"]["EmailAddress"];
                /** @description The name. Required with `template`. */
                name?: string;
            };
            /** @description The data of the template, at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description Labels of this email. */
            tags?: string[];
            /** @description Further header fields, name to value, at most 50. */
            headers?: {
                [key: string]: string;
            };
            /** @description The id of the ESP account to send through; by default the default one. */
            esp_account?: string;
            /** @description The locale; by default the customer's, else the template's default. */
            locale?: string;
            /** @description A version of that locale by its name; by default the published one. */
            version_name?: string;
            /** @description A version by its id, in its own locale; not together with `version_name`. */
            version_id?: string;
            /** @description What is tracked; by default what the template, else the account sets, else nothing. */
            tracking?: components["schemas"]["Tracking"];
            /** @description When to send, at most 366 days ahead; by default now. */
            send_at?: components["schemas"]["Timestamp"];
            /** @description The recipients of one email that shows all of them. The first one counts as the recipient; the others are copies. */
            to?: components["schemas"]["CopyRecipient"][];
            /** @description `true`: each recipient in `to` gets an email of their own, with its own log. `cc` and `bcc` are not allowed then. */
            separate?: boolean;
            /** @description The address for replies, or a list of them; overrides that of the sender. */
            reply_to?: components["schemas"]["EmailAddress"] | components["schemas"]["EmailAddress"][];
            /** @description The subject; with `template`, it replaces that of the template. */
            subject?: string;
            /** @description The HTML part of an email without a template, at most 1 MB. */
            html?: string;
            /** @description The text part of an email without a template; by default made from the HTML. */
            text?: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description The template language of `subject`, `html` and the other parts, which then print `template_data`; by default they are sent as they are. */
            language?: components["schemas"]["TemplateEngine"];
            /** @description An alias of `language`, the name in versions of templates. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description One inline image of the HTML. */
            inline?: components["schemas"]["Attachment"];
            /** @description Attachments; with `inline` at most 7 MB, decoded. */
            files?: components["schemas"]["Attachment"][];
            /** @description Whether to send to suppressed addresses too; needs the scope `manage`. */
            ignore_suppressions?: boolean;
        };
        /** @description The recipient. */
        Recipient: {
            address: components["schemas"]["EmailAddress"];
            /** @description A display name on one line. */
            name?: string;
        };
        /**
         * @description An email address: the part before the `@` in ASCII, a domain of any script.
         * @example ada@example.com
         */
        EmailAddress: string;
        /** @description A recipient of a copy. */
        CopyRecipient: {
            address: components["schemas"]["EmailAddress"];
            /** @description A display name on one line. */
            name?: string;
        };
        /** @description What is tracked. */
        Tracking: {
            /** @description Whether opens are tracked. */
            opens?: boolean;
            /** @description Whether clicks are tracked. */
            clicks?: boolean;
        };
        /** @description Unix time in whole seconds. */
        Timestamp: number;
        /**
         * @description The template language.
         * @enum {string}
         */
        TemplateEngine: "mustache" | "jinja" | "handlebars";
        /** @description A file. */
        Attachment: {
            /** @description The file name; the HTML shows an inline file as `cid:<id>`. */
            id: string;
            /** @description The content in base64. */
            data: string;
        };
        /**
         * @description A supported locale code.
         * @example en-US
         */
        Locale: string;
        /** @description An error. In a batch, the message alone. */
        Error: {
            /**
             * @description Always false.
             * @constant
             */
            success: false;
            /**
             * @description The error code. Codes do not change.
             * @enum {string}
             */
            status: "invalid_request" | "unauthenticated" | "session_required" | "invalid_api_key" | "forbidden" | "csrf_refused" | "wrong_credentials" | "invalid_token" | "https_required" | "template_not_found" | "version_not_found" | "esp_account_not_found" | "log_not_found" | "no_esp_account" | "sender_required" | "drip_campaign_not_found" | "drip_campaign_disabled" | "missing_template_data" | "invalid_template" | "not_found" | "method_not_allowed" | "in_use" | "review_required" | "last_admin" | "not_cancellable" | "proposal_closed" | "provider_refused" | "webhook_disabled" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "idempotency_mismatch" | "rate_limited" | "quota_exceeded" | "internal" | "unavailable";
            /** @description A sentence for people. */
            message: string;
            /** @description The fields at fault, at most 50. */
            errors?: {
                /** @description The path of the field, as sent. */
                field: string;
                /** @description What is wrong with it. */
                message: string;
            }[];
            /**
             * @description Whether the request took effect; only for 500 and above. After other errors it did not.
             * @enum {string}
             */
            carried_out?: "yes" | "no" | "unknown";
            /**
             * @description Why something is `unavailable`, if known.
             * @enum {string}
             */
            reason?: "service_not_running" | "service_timeout" | "dependency_unreachable" | "broker_unreachable" | "broker_blocked" | "login_unchecked" | "oidc_unreachable" | "out_of_time" | "overloaded" | "account_busy" | "turn_missed" | "streams_full" | "handover_under_way" | "attachments_not_stored" | "change_not_spread";
            /** @description The service that the reason is about. */
            service?: string;
            /** @description As in `X-Request-Id`. */
            request_id: string;
        };
        RawSendBody: {
            /** @description The email (RFC 5322) in base64, at most 7 MB, decoded. */
            raw: string;
            /** @description The recipients; by default those of its To, Cc and Bcc. */
            to?: components["schemas"]["CopyRecipient"][];
            /** @description Labels of this email. */
            tags?: string[];
            /** @description The id of the ESP account to send through; by default the default one. */
            esp_account?: string;
            /** @description What is tracked; by default what the template, else the account sets, else nothing. */
            tracking?: components["schemas"]["Tracking"];
            /** @description When to send, at most 366 days ahead; by default now. */
            send_at?: components["schemas"]["Timestamp"];
        };
        SendProposalBody: {
            /** @description The id of the template. Without it, `subject` and `html` or `text` are required. */
            template?: string;
            /** @description The recipient. One of `recipient` and `to` is required. */
            recipient?: components["schemas"]["Recipient"];
            /** @description Recipients of copies. */
            cc?: components["schemas"]["CopyRecipient"][];
            /** @description Recipients of blind copies. */
            bcc?: components["schemas"]["CopyRecipient"][];
            /** @description The sender; by default that of the ESP account, else of the account. */
            sender?: {
                address: components["schemas"]["EmailAddress"];
                /** @description The address for replies; by default `address`. Required with `template`. */
                reply_to?: components["schemas"]["EmailAddress"];
                /** @description The name. Required with `template`. */
                name?: string;
            };
            /** @description The data of the template, at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description Labels of this email. */
            tags?: string[];
            /** @description Further header fields, name to value, at most 50. */
            headers?: {
                [key: string]: string;
            };
            /** @description The id of the ESP account to send through; by default the default one. */
            esp_account?: string;
            /** @description The locale; by default the customer's, else the template's default. */
            locale?: string;
            /** @description A version of that locale by its name; by default the published one. */
            version_name?: string;
            /** @description A version by its id, in its own locale; not together with `version_name`. */
            version_id?: string;
            /** @description What is tracked; by default what the template, else the account sets, else nothing. */
            tracking?: components["schemas"]["Tracking"];
            /** @description When to send, at most 366 days ahead; by default now. */
            send_at?: components["schemas"]["Timestamp"];
            /** @description The recipients of one email that shows all of them. The first one counts as the recipient; the others are copies. */
            to?: components["schemas"]["CopyRecipient"][];
            /** @description Not allowed in a proposal. */
            separate?: unknown;
            /** @description The address for replies, or a list of them; overrides that of the sender. */
            reply_to?: components["schemas"]["EmailAddress"] | components["schemas"]["EmailAddress"][];
            /** @description The subject; with `template`, it replaces that of the template. */
            subject?: string;
            /** @description The HTML part of an email without a template, at most 1 MB. */
            html?: string;
            /** @description The text part of an email without a template; by default made from the HTML. */
            text?: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description Not allowed in a proposal. */
            amp_html?: unknown;
            /** @description The template language of `subject`, `html` and the other parts, which then print `template_data`; by default they are sent as they are. */
            language?: components["schemas"]["TemplateEngine"];
            /** @description An alias of `language`, the name in versions of templates. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Not allowed in a proposal. */
            inline?: unknown;
            /** @description Not allowed in a proposal. */
            files?: unknown;
            /** @description Not allowed in a proposal. */
            ignore_suppressions?: unknown;
        };
        /** @description An email that is sent when a person approves it. */
        SendProposal: {
            /** @constant */
            object: "send_proposal";
            /** @description Its id. */
            id: string;
            /**
             * @description `open` until someone approves or rejects it, or it expires.
             * @enum {string}
             */
            status: "open" | "approved" | "rejected" | "expired";
            created: components["schemas"]["Timestamp"];
            /** @description The proposal can be approved until this time, seven days after its creation. */
            expires: components["schemas"]["Timestamp"];
            /** @description The key or user that proposed it. */
            proposed_by: {
                /**
                 * @description An API key or a user.
                 * @enum {string}
                 */
                type: "key" | "user";
                /** @description The id of the key or user. */
                id: string;
                /** @description The name of the key at that time, or the email address of the user. */
                name: string;
            };
            /** @description The recipient. */
            recipient: {
                /** @description The address. */
                address: string;
                /** @description The name. */
                name?: string;
            };
            /** @description How many addresses get the email, with copies. */
            recipients: number;
            /** @description The subject, rendered. */
            subject: string;
            /** @description The version that is sent. */
            email: {
                /** @description The name of the template, or `No template`. */
                name: string;
                /** @description The name of the version; empty without a template. */
                version_name: string;
                locale: components["schemas"]["Locale"];
            };
            /** @description Whether a test key proposed it. The approval then sends a test email. */
            test: boolean;
            /** @description The time of the decision. */
            decided?: components["schemas"]["Timestamp"];
            /** @description The user or key that decided. */
            decided_by?: {
                /**
                 * @description An API key or a user.
                 * @enum {string}
                 */
                type: "key" | "user";
                /** @description The id of the key or user. */
                id: string;
                /** @description The name of the key at that time, or the email address of the user. */
                name: string;
            };
            /** @description The reason of the rejection. */
            reason?: string;
            /** @description The id of the log of the email, once it is sent. */
            log_id?: string;
        };
        /** @description A proposal with its email. */
        ShownSendProposal: {
            /** @constant */
            object: "send_proposal";
            /** @description Its id. */
            id: string;
            /**
             * @description `open` until someone approves or rejects it, or it expires.
             * @enum {string}
             */
            status: "open" | "approved" | "rejected" | "expired";
            created: components["schemas"]["Timestamp"];
            /** @description The proposal can be approved until this time, seven days after its creation. */
            expires: components["schemas"]["Timestamp"];
            /** @description The key or user that proposed it. */
            proposed_by: {
                /**
                 * @description An API key or a user.
                 * @enum {string}
                 */
                type: "key" | "user";
                /** @description The id of the key or user. */
                id: string;
                /** @description The name of the key at that time, or the email address of the user. */
                name: string;
            };
            /** @description The recipient. */
            recipient: {
                /** @description The address. */
                address: string;
                /** @description The name. */
                name?: string;
            };
            /** @description How many addresses get the email, with copies. */
            recipients: number;
            /** @description The subject, rendered. */
            subject: string;
            /** @description The version that is sent. */
            email: {
                /** @description The name of the template, or `No template`. */
                name: string;
                /** @description The name of the version; empty without a template. */
                version_name: string;
                locale: components["schemas"]["Locale"];
            };
            /** @description Whether a test key proposed it. The approval then sends a test email. */
            test: boolean;
            /** @description The time of the decision. */
            decided?: components["schemas"]["Timestamp"];
            /** @description The user or key that decided. */
            decided_by?: {
                /**
                 * @description An API key or a user.
                 * @enum {string}
                 */
                type: "key" | "user";
                /** @description The id of the key or user. */
                id: string;
                /** @description The name of the key at that time, or the email address of the user. */
                name: string;
            };
            /** @description The reason of the rejection. */
            reason?: string;
            /** @description The id of the log of the email, once it is sent. */
            log_id?: string;
            mail: components["schemas"]["ProposedMail"];
        };
        /** @description An email exactly as an approval sends it. */
        ProposedMail: {
            sender: components["schemas"]["Sender"];
            /** @description All addresses for replies, if there are several. */
            reply_to?: components["schemas"]["EmailAddress"][];
            recipient: components["schemas"]["Recipient"];
            /** @description Further recipients that the email shows in To. */
            to?: components["schemas"]["CopyRecipient"][];
            /** @description A recipient of a copy. */
            cc: components["schemas"]["CopyRecipient"][];
            /** @description Recipients of blind copies. */
            bcc: components["schemas"]["CopyRecipient"][];
            /** @description The subject. */
            subject: string;
            /** @description The preheader. */
            preheader?: string;
            /** @description The HTML part, without tracking. */
            html?: string;
            /** @description The text part. */
            text: string;
            /** @description The AMP part. */
            amp_html?: string;
            /** @description Parts that rendering omitted, with the reason. */
            notes: string[];
            /** @description The headers of the send. */
            headers: {
                [key: string]: string;
            };
            /** @description Tags. */
            tags: string[];
            /** @description The data of the template. */
            template_data: {
                [key: string]: unknown;
            };
            /** @description The locale of the version. */
            locale: components["schemas"]["Locale"];
            /** @description The id of the version, if known. */
            version?: string;
            /** @description The id of the ESP account; absent for the built-in one. */
            esp_account?: string;
            /** @description The scheduled time, if any. */
            send_at?: components["schemas"]["Timestamp"];
        };
        /** @description The sender. */
        Sender: {
            address: components["schemas"]["EmailAddress"];
            /** @description The address for replies. */
            reply_to: components["schemas"]["EmailAddress"];
            /** @description A display name on one line. */
            name: string;
        };
        RejectionBody: {
            /** @description The reason, shown to the author of the proposal. */
            reason?: string;
        };
        TestClockBody: {
            /** @description The recipients whose test email follows the clock, 1 to 10. */
            recipients: components["schemas"]["EmailAddress"][];
            /** @description A name for lists. */
            name?: string;
        };
        /** @description A clock for the test email of some recipients. */
        TestClock: {
            /** @constant */
            object: "test_clock";
            /** @description Its id. */
            id: string;
            /** @description Its name; may be empty. */
            name: string;
            /** @description The recipients whose test email follows the clock. */
            recipients: string[];
            /** @description The time on the clock. The clock runs and is never behind the real time. */
            time: components["schemas"]["Timestamp"];
            /** @description The time on the clock at which the next email is due; null if none waits. */
            next_due: components["schemas"]["Timestamp"] | null;
            /** @description The time of creation. */
            created: components["schemas"]["Timestamp"];
        };
        TestClockAdvance: {
            /** @description The time to advance the clock to, at most ten years ahead of it. */
            to: components["schemas"]["Timestamp"];
        };
        /** @description Success. */
        Ok: {
            /**
             * @description Always `true`.
             * @constant
             */
            success: true;
            /**
             * @description Always `OK`.
             * @constant
             */
            status: "OK";
        };
        /** @description The history of one email. */
        Log: {
            /** @constant */
            object: "log";
            /** @description The id, which the send returned as `receipt_id`. */
            id: string;
            created: components["schemas"]["Timestamp"];
            /** @description The name of the recipient, or empty. */
            recipient_name: string;
            /** @description The address of the recipient. */
            recipient_address: string;
            status: components["schemas"]["LogStatus"];
            /** @description The message of the event that set the status. */
            message: string;
            /** @description The id of the template; empty for an email without one. */
            email_id: string;
            /** @description The name of the template when the email was accepted, or `No template`. */
            email_name: string;
            /** @description The name of the version. */
            email_version: string | null;
        };
        /**
         * @description The status of an email.
         * @enum {string}
         */
        LogStatus: "requested" | "triggered" | "queued" | "sent" | "clicked" | "re_clicked" | "opened" | "re_opened" | "failed_to_queue" | "failed_to_send" | "processed" | "dropped" | "delivered" | "deferred" | "bounced" | "reported_as_spam" | "unsubscribed";
        /** @description A found log. */
        FoundLog: {
            /** @constant */
            object: "log";
            /** @description The id, which the send returned as `receipt_id`. */
            id: string;
            created: components["schemas"]["Timestamp"];
            /** @description The name of the recipient, or empty. */
            recipient_name: string;
            /** @description The address of the recipient. */
            recipient_address: string;
            status: components["schemas"]["LogStatus"];
            /** @description The message of the event that set the status. */
            message: string;
            /** @description The id of the template; empty for an email without one. */
            email_id: string;
            /** @description The name of the template when the email was accepted, or `No template`. */
            email_name: string;
            /** @description The name of the version. */
            email_version: string | null;
            /** @description The first 255 characters of the subject; absent before the first attempt. */
            subject?: string;
            /** @description The address of the sender. */
            sender?: string;
            /** @description The tags of the email. */
            tags: string[];
            /** @description Whether a test key sent it. */
            test: boolean;
            /** @description The time of the last status change. */
            status_changed?: components["schemas"]["Timestamp"];
        };
        /** @description An event of an email. */
        LogEvent: {
            /** @constant */
            object: "event";
            created: components["schemas"]["Timestamp"];
            type: components["schemas"]["LogStatus"];
            /** @description A description of the event. */
            message: string;
        };
        /** @description An attempt to send an email. */
        Attempt: {
            /** @constant */
            object: "attempt";
            /** @description The number of the attempt, from 1. */
            attempt: number;
            started: components["schemas"]["Timestamp"];
            /** @description The duration of the attempt. */
            milliseconds: number;
            /**
             * @description `sent`: accepted. `rejected`: not retried. `deferred`: it is retried.
             * @enum {string}
             */
            outcome: "sent" | "rejected" | "deferred";
            /** @description The provider's code, or that of the failed connection. */
            code?: string;
            /** @description The provider's response. */
            message: string;
            /** @description The id of the ESP account; absent for the built-in one. */
            esp_account?: string;
            /** @description The provider's id of the email. */
            provider_message_id?: string;
        };
        /** @description An email as it was sent. */
        Mail: {
            /** @constant */
            object: "mail";
            /** @description The id of its log. */
            log_id: string;
            created: components["schemas"]["Timestamp"];
            sender: components["schemas"]["Sender"];
            /** @description All addresses for replies, if there are several. */
            reply_to?: components["schemas"]["EmailAddress"][];
            recipient: components["schemas"]["Recipient"];
            /** @description Further recipients that the email shows in To. */
            to?: components["schemas"]["CopyRecipient"][];
            /** @description A recipient of a copy. */
            cc: components["schemas"]["CopyRecipient"][];
            /** @description Recipients of blind copies. */
            bcc: components["schemas"]["CopyRecipient"][];
            /** @description The subject. */
            subject: string;
            /** @description The preheader. */
            preheader?: string;
            /** @description The HTML part, without tracking. */
            html?: string;
            /** @description The text part. */
            text: string;
            /** @description The AMP part. */
            amp_html?: string;
            /** @description Parts that rendering omitted, with the reason. */
            notes: string[];
            /** @description The headers of the send. */
            headers: {
                [key: string]: string;
            };
            /** @description Tags. */
            tags: string[];
            /** @description The data of the template. */
            template_data: {
                [key: string]: unknown;
            };
            /** @description The locale of the version. */
            locale: components["schemas"]["Locale"];
            /** @description The id of the version, if known. */
            version?: string;
            /** @description The id of the ESP account; absent for the built-in one. */
            esp_account?: string;
            /** @description The scheduled time, if any. */
            send_at?: components["schemas"]["Timestamp"];
            /** @description Whether a test key sent it. */
            test: boolean;
            /** @description Attachments, without content. */
            attachments: {
                /** @description The file name. */
                name: string;
                /** @description The size. */
                bytes: number;
                /** @description Whether it is an image of the HTML part. */
                inline: boolean;
                /** @description The media type. */
                content_type: string;
                /** @description The content id that the HTML part uses, if the send has one. */
                content_id?: string;
            }[];
        };
        /** @description The source of an email. */
        MailSource: {
            /** @constant */
            object: "mail_source";
            /** @description The id of its log. */
            log_id: string;
            /** @description Headers and MIME parts, without the content of attachments. */
            source: string;
            /** @description `false` if the source was truncated at 2 MB. */
            complete: boolean;
        };
        CustomerBody: {
            email: components["schemas"]["EmailAddress"];
            /** @description The attributes to add or replace. Other attributes stay. */
            data?: {
                [key: string]: string | number | boolean | null;
            };
            /** @description The locale of emails to this customer if the send names none. */
            locale?: components["schemas"]["Locale"];
        };
        /** @description A recipient of emails. */
        Customer: {
            /** @constant */
            object: "customer";
            /** @description The address. */
            email: string;
            /** @description The attributes. */
            data: {
                [key: string]: unknown;
            };
            created: components["schemas"]["Timestamp"];
            /** @description The locale of emails to this customer if the send names none. */
            locale?: string;
        };
        /** @description Everything that is stored about a person. */
        CustomerExport: {
            /** @constant */
            object: "customer_export";
            /** @description The address. */
            email: string;
            /** @description When the export was requested. */
            created: components["schemas"]["Timestamp"];
            /** @description The customer, if there is one. */
            customer?: components["schemas"]["Customer"];
            /** @description Oldest first. */
            conversions: components["schemas"]["Conversion"][];
            /** @description Newest first. */
            logs: {
                /** @constant */
                object: "log";
                /** @description The id, which the send returned as `receipt_id`. */
                id: string;
                created: components["schemas"]["Timestamp"];
                /** @description The name of the recipient, or empty. */
                recipient_name: string;
                /** @description The address of the recipient. */
                recipient_address: string;
                status: components["schemas"]["LogStatus"];
                /** @description The message of the event that set the status. */
                message: string;
                /** @description The id of the template; empty for an email without one. */
                email_id: string;
                /** @description The name of the template when the email was accepted, or `No template`. */
                email_name: string;
                /** @description The name of the version. */
                email_version: string | null;
                /** @description The first 255 characters of the subject; absent before the first attempt. */
                subject?: string;
                /** @description Oldest first. */
                events: {
                    created: components["schemas"]["Timestamp"];
                    type: components["schemas"]["LogStatus"];
                    /** @description A description of the event. */
                    message: string;
                    /** @description Details of the event. */
                    detail?: {
                        /** @description The address in `cc` or `bcc` that the event concerns. Absent if it concerns the recipient or the whole email. */
                        copy_address?: string;
                        /**
                         * @description `hard` if the address is permanently invalid. Only for bounces.
                         * @enum {string}
                         */
                        bounce?: "hard" | "soft";
                        /** @description The code of the receiver or provider, such as `5.1.1`, `550` or a word. */
                        code?: string;
                        /** @description The link that was clicked. */
                        url?: string;
                        /** @description Whether a bot caused it, such as a scanner, a proxy or a prefetcher. */
                        is_bot?: boolean;
                        /** @description The user agent. */
                        user_agent?: string;
                    };
                }[];
                /** @description The email as accepted. */
                email?: {
                    /** @description The sender. */
                    sender: unknown;
                    /** @description The HTML of an email without a template. */
                    html?: string;
                    /** @description The text of an email without a template. */
                    text?: string;
                    /** @description The data of the template. */
                    template_data: {
                        [key: string]: unknown;
                    };
                    /** @description The headers of the send. */
                    headers: {
                        [key: string]: string;
                    };
                    /** @description Tags. */
                    tags: string[];
                    /** @description Attachments, without content. */
                    attachments: {
                        /** @description The file name. */
                        name: string;
                        /** @description The size. */
                        bytes: number;
                    }[];
                };
                /** @description Opens, clicks and opt-outs, oldest first. */
                engagements?: components["schemas"]["ExportedEngagement"][];
            }[];
            /** @description Emails that were proposed to the person, newest first. */
            send_proposals: components["schemas"]["ExportedSendProposal"][];
            /** @description Why the address gets no email. */
            suppressions: components["schemas"]["Suppression"][];
            /** @description Memberships of drip campaigns, newest first. */
            drip_members: components["schemas"]["ExportedDripMember"][];
        };
        /** @description Something a customer did, such as a purchase. */
        Conversion: {
            /** @constant */
            object: "conversion";
            /** @description The revenue in cents. */
            revenue?: number;
            /** @description The time of the conversion. */
            converted: components["schemas"]["Timestamp"];
        };
        /** @description An open, click or opt-out. */
        ExportedEngagement: {
            /**
             * @description The type of engagement.
             * @enum {string}
             */
            kind: "open" | "click" | "unsubscribe";
            /** @description The time. */
            at: components["schemas"]["Timestamp"];
            /** @description The number of times at that moment. */
            count: number;
            /** @description The reason why it counts as a bot. Absent for people. */
            machine?: string;
            /** @description The target of the link. */
            url?: string;
            /** @description The user agent. */
            user_agent?: string;
        };
        /** @description A proposal with the stored data of its recipient. */
        ExportedSendProposal: {
            /** @constant */
            object: "send_proposal";
            /** @description Its id. */
            id: string;
            /**
             * @description `open` until someone approves or rejects it, or it expires.
             * @enum {string}
             */
            status: "open" | "approved" | "rejected" | "expired";
            created: components["schemas"]["Timestamp"];
            /** @description The proposal can be approved until this time, seven days after its creation. */
            expires: components["schemas"]["Timestamp"];
            /** @description The key or user that proposed it. */
            proposed_by: {
                /**
                 * @description An API key or a user.
                 * @enum {string}
                 */
                type: "key" | "user";
                /** @description The id of the key or user. */
                id: string;
                /** @description The name of the key at that time, or the email address of the user. */
                name: string;
            };
            /** @description The recipient. */
            recipient: {
                /** @description The address. */
                address: string;
                /** @description The name. */
                name?: string;
            };
            /** @description How many addresses get the email, with copies. */
            recipients: number;
            /** @description The subject, rendered. */
            subject: string;
            /** @description The version that is sent. */
            email: {
                /** @description The name of the template, or `No template`. */
                name: string;
                /** @description The name of the version; empty without a template. */
                version_name: string;
                locale: components["schemas"]["Locale"];
            };
            /** @description Whether a test key proposed it. The approval then sends a test email. */
            test: boolean;
            /** @description The time of the decision. */
            decided?: components["schemas"]["Timestamp"];
            /** @description The user or key that decided. */
            decided_by?: {
                /**
                 * @description An API key or a user.
                 * @enum {string}
                 */
                type: "key" | "user";
                /** @description The id of the key or user. */
                id: string;
                /** @description The name of the key at that time, or the email address of the user. */
                name: string;
            };
            /** @description The reason of the rejection. */
            reason?: string;
            /** @description The id of the log of the email, once it is sent. */
            log_id?: string;
            /** @description The data of the template. */
            template_data: {
                [key: string]: unknown;
            };
            /** @description The content of an email without a template, by the fields of a send. */
            content?: {
                [key: string]: string;
            };
        };
        /** @description An address that gets no email. */
        Suppression: {
            /** @constant */
            object: "suppression";
            /** @description The address, with the spelling of the customer. Null after an erasure; the address stays suppressed. */
            email: string | null;
            reason: components["schemas"]["SuppressionReason"];
            /** @description A note: the response of the receiver or provider, or your own. */
            note: string;
            created: components["schemas"]["Timestamp"];
            /** @description The log of the email that caused it, if any. */
            log_id?: string;
        };
        /**
         * @description Why an address gets no email.
         * @enum {string}
         */
        SuppressionReason: "hard_bounce" | "spam_report" | "unsubscribe" | "manual";
        /** @description A membership with everything stored about it. */
        ExportedDripMember: {
            /** @constant */
            object: "drip_member";
            /** @description Its id. */
            id: string;
            /** @description The address. */
            recipient_address: string;
            /** @description Whether a test key activated it. */
            test: boolean;
            /**
             * @description `waiting` for a step, `finished`, or `left` before the end.
             * @enum {string}
             */
            state: "waiting" | "finished" | "left";
            /** @description The start of the membership. */
            entered: components["schemas"]["Timestamp"];
            /** @description The id of the step that it waits for; only while `waiting`. */
            step?: string;
            /** @description The time at which that step is due; only while `waiting`. */
            next_due?: components["schemas"]["Timestamp"];
            /** @description The end of the membership. */
            ended?: components["schemas"]["Timestamp"];
            /** @description The id of the drip campaign. */
            drip_campaign: string;
            /** @description The data of its emails, while it waits. */
            email_data?: {
                [key: string]: unknown;
            };
        };
        /** @description The progress of an erasure. */
        Erasure: {
            /** @constant */
            object: "erasure";
            /** @description The id of the erasure. */
            id: string;
            /** @description The time of the request. Later emails to the address are kept. */
            created: components["schemas"]["Timestamp"];
            /** @description The address that replaces the person's in logs. */
            pseudonym: string;
            /**
             * @description `done` when nothing is left to erase.
             * @enum {string}
             */
            state: "running" | "done";
            /** @description Logs erased so far. */
            logs: number;
            /** @description Waiting emails that were cancelled. */
            cancelled: number;
            /** @description Memberships of drip campaigns erased so far. */
            drip_members: number;
        };
        ConversionBody: {
            /** @description The revenue in cents. */
            revenue?: number;
            /** @description The time of the conversion; now by default. */
            timestamp?: components["schemas"]["Timestamp"];
        };
        RenderBody: {
            /** @description The id of the template. */
            template: string;
            /** @description The data of the template, at most 128 KB as JSON. */
            template_data: {
                [key: string]: unknown;
            };
            /** @description A version by its id; by default the published one. */
            version_id?: string;
            /** @description A version by its name; not together with `version_id`. */
            version_name?: string;
            /** @description The locale; by default the template's. */
            locale?: string;
            /** @description `true`: a printed name without a value is an error. */
            strict?: boolean;
        };
        /** @description One locale of a template. */
        Template: {
            /** @description The id of the template, the same for all its locales. */
            id: string;
            /** @description The name of the template. */
            name: string;
            locale: components["schemas"]["Locale"];
            created: components["schemas"]["Timestamp"];
            /** @description The versions of this locale, oldest first. */
            versions: components["schemas"]["VersionSummary"][];
            /** @description Tags. */
            tags: string[];
            /** @description The tracking settings. Absent if the template has none. */
            tracking?: components["schemas"]["Tracking"];
        };
        /** @description A version without its content. */
        VersionSummary: {
            /** @description Its name. */
            name: string;
            /** @description Its id. */
            id: string;
            /** @description The number of the version, from 1 in each locale. Numbers are not reused. */
            number?: number;
            /** @description Whether it is published. */
            published: boolean;
            /** @description Its weight in an A/B test. */
            weight?: number;
            created: components["schemas"]["Timestamp"];
            modified: components["schemas"]["Timestamp"];
        };
        TemplateBody: {
            /** @description The name of the version. */
            name: string;
            /** @description The subject, with tags of the template language. */
            subject: string;
            /** @description The HTML part, or MJML (root element `<mjml>`); at most 1 MB with snippets. */
            html?: string;
            /** @description The text part, at most 1 MB with snippets. One of `html` and `text` is required. */
            text?: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for editors, at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language of all parts; by default the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether values in HTML are escaped by default; `false` if omitted. */
            autoescape?: boolean;
            /** @description The default locale; `en-US` if omitted. */
            locale?: components["schemas"]["Locale"];
            /** @description Tags, at most 3, on one line each. */
            tags?: string[];
            /** @description `false`: its first version is a draft. */
            publish?: boolean;
        };
        TemplateCheckBody: {
            /** @description The subject, with tags of the template language. */
            subject?: string;
            /** @description The HTML part, or MJML (root element `<mjml>`); at most 1 MB with snippets. */
            html?: string;
            /** @description The text part, at most 1 MB with snippets. One of `html` and `text` is required. */
            text?: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for editors, at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language of all parts; by default the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether values in HTML are escaped by default; `false` if omitted. */
            autoescape?: boolean;
        };
        /** @description A problem that keeps a version from being saved or rendered. */
        TemplateProblem: {
            /**
             * @description The part, as in the content of a version.
             * @enum {string}
             */
            part?: "subject" | "html" | "text" | "preheader" | "amp_html";
            /** @description The line in the part; for a snippet, the line of its tag. */
            line?: number;
            /** @description The column, from 1; absent if not known. */
            column?: number;
            /** @description The problem, with part and line, and the remedy. */
            message: string;
        };
        /** @description A value that a template reads. */
        TemplateVariable: {
            /** @description Its name; `[]` stands for an item of a list: `order.items[].name`. */
            name: string;
            /** @description The ways in which the template uses the value. */
            uses: ("printed" | "looped" | "tested")[];
        };
        /** @description A link in a part. */
        TemplateLink: {
            /**
             * @description The part, as in the content of a version.
             * @enum {string}
             */
            part: "subject" | "html" | "text" | "preheader" | "amp_html";
            /** @description The address as written, tags included. */
            url: string;
        };
        LinkCheckBody: {
            /** @description The links, at most 20. */
            urls: string[];
        };
        /** @description Whether a link responds. */
        CheckedLink: {
            /** @description The link. */
            url: string;
            /** @description Whether it responded with a status below 400. */
            works: boolean;
            /** @description The status, or the reason why there is none. */
            message: string;
        };
        TemplatePreviewBody: {
            /** @description The subject, with tags of the template language. */
            subject?: string;
            /** @description The HTML part, or MJML (root element `<mjml>`); at most 1 MB with snippets. */
            html?: string;
            /** @description The text part, at most 1 MB with snippets. One of `html` and `text` is required. */
            text?: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for editors, at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language of all parts; by default the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether values in HTML are escaped by default; `false` if omitted. */
            autoescape?: boolean;
            /** @description The id of the template that it belongs to: its translations are used. */
            template?: string;
            /** @description The locale; by default the template's, or `en-US`. */
            locale?: components["schemas"]["Locale"];
            /** @description Snippets by name, at most 20, instead of the stored ones. */
            snippets?: {
                [key: string]: string;
            };
        };
        /** @description A template, and when it was last sent. */
        FoundTemplate: {
            /** @constant */
            object: "template_summary";
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Its tags. */
            tags: string[];
            created: components["schemas"]["Timestamp"];
            /** @description The time at which a version was last saved. */
            modified: components["schemas"]["Timestamp"];
            /** @description The subject of a published version of the default locale. */
            subject?: string;
            /** @description Its locales, the default first. */
            locales: {
                locale: components["schemas"]["Locale"];
                /** @description Whether it is the default locale. */
                default: boolean;
                /** @description The number of published versions; several in an A/B test. */
                published: number;
                /** @description The number of drafts. */
                drafts: number;
            }[];
            /** @description The last day (UTC) on which it was sent, if within the last 30. */
            last_sent?: components["schemas"]["Timestamp"];
        };
        /** @description A tag of templates. */
        TemplateTag: {
            /** @description The tag. */
            tag: string;
            /** @description The number of templates with this tag. */
            templates: number;
        };
        TemplateUpdate: {
            /** @description A new name. */
            name?: string;
            /** @description Tags, at most 3, on one line each. */
            tags?: string[];
            /** @description What is tracked unless the send decides; `{}` leaves it to the account. */
            tracking?: components["schemas"]["Tracking"];
        };
        TemplateDuplicate: {
            /** @description The name of the copy. */
            name: string;
        };
        TemplateLocaleBody: {
            /** @description The name of the version. */
            name: string;
            /** @description The subject, with tags of the template language. */
            subject: string;
            /** @description The HTML part, or MJML (root element `<mjml>`); at most 1 MB with snippets. */
            html?: string;
            /** @description The text part, at most 1 MB with snippets. One of `html` and `text` is required. */
            text?: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for editors, at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language of all parts; by default the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether values in HTML are escaped by default; `false` if omitted. */
            autoescape?: boolean;
            locale: components["schemas"]["Locale"];
            /** @description `false`: its first version is a draft. */
            publish?: boolean;
        };
        /** @description The content of an email in one locale. */
        Version: {
            /** @description Its id. */
            id: string;
            /** @description The number of the version, from 1 in each locale. Numbers are not reused. */
            number?: number;
            created: components["schemas"]["Timestamp"];
            /** @description The name of the user or API key that created it. Absent for removed users and imports. */
            created_by?: string;
            modified: components["schemas"]["Timestamp"];
            /** @description Whether it is published. */
            published: boolean;
            /** @description When its content was approved; absent if it was not. */
            approved?: components["schemas"]["Timestamp"];
            /** @description The name of the user who approved it. Absent for removed users. */
            approved_by?: string;
            /** @description Its name. */
            name: string;
            /** @description The note of the authors. */
            note?: string;
            /** @description The subject. */
            subject: string;
            /** @description The HTML part, or MJML; empty if none. */
            html: string;
            /** @description The text part; empty if it is made from the HTML. */
            text: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description The AMP part. */
            amp_html?: string;
            /** @description Sample data for editors. */
            template_data?: {
                [key: string]: unknown;
            };
            engine: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether values in HTML are escaped by default. */
            autoescape?: boolean;
        };
        VersionBody: {
            /** @description The name of the version. */
            name: string;
            /** @description The subject, with tags of the template language. */
            subject: string;
            /** @description The HTML part, or MJML (root element `<mjml>`); at most 1 MB with snippets. */
            html?: string;
            /** @description The text part, at most 1 MB with snippets. One of `html` and `text` is required. */
            text?: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for editors, at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language of all parts; by default the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether values in HTML are escaped by default; `false` if omitted. */
            autoescape?: boolean;
            /** @description A note for the authors, on one line. Left out, it stays; an empty one removes it. */
            note?: string | null;
            /** @description `true`: publish it at once. */
            publish?: boolean;
            /** @description The `ETag`, without quotes, of the version that you know to be published; otherwise 412. */
            replaces?: string;
        };
        /** @description A version after saving. */
        SavedVersion: {
            /** @description Its id. */
            id: string;
            /** @description The number of the version, from 1 in each locale. Numbers are not reused. */
            number?: number;
            created: components["schemas"]["Timestamp"];
            /** @description The name of the user or API key that created it. Absent for removed users and imports. */
            created_by?: string;
            modified: components["schemas"]["Timestamp"];
            /** @description Whether it is published. */
            published: boolean;
            /** @description When its content was approved; absent if it was not. */
            approved?: components["schemas"]["Timestamp"];
            /** @description The name of the user who approved it. Absent for removed users. */
            approved_by?: string;
            /** @description Its name. */
            name: string;
            /** @description The note of the authors. */
            note?: string;
            /** @description The subject. */
            subject: string;
            /** @description The HTML part, or MJML; empty if none. */
            html: string;
            /** @description The text part; empty if it is made from the HTML. */
            text: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description The AMP part. */
            amp_html?: string;
            /** @description Sample data for editors. */
            template_data?: {
                [key: string]: unknown;
            };
            engine: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether values in HTML are escaped by default. */
            autoescape?: boolean;
            /** @description Content that is valid but may be unintended, such as a tag of Handlebars. */
            warnings?: string[];
        };
        VersionUpdate: {
            /** @description The name of the version. */
            name: string;
            /** @description The subject, with tags of the template language. */
            subject: string;
            /** @description The HTML part, or MJML (root element `<mjml>`); at most 1 MB with snippets. */
            html?: string;
            /** @description The text part, at most 1 MB with snippets. One of `html` and `text` is required. */
            text?: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for editors, at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language of all parts; by default the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether values in HTML are escaped by default; `false` if omitted. */
            autoescape?: boolean;
            /** @description A note for the authors, on one line. Left out, it stays; an empty one removes it. */
            note?: string | null;
            /** @description `false`: save a draft. With `true` or `false`, fields that are omitted are emptied. */
            publish?: boolean;
            /** @description The `ETag`, without quotes, of the version that you know to be published; otherwise 412. */
            replaces?: string;
        };
        VersionComparisonBody: {
            /** @description The number of emails, 200 by default. */
            limit?: number;
            /** @description `next_cursor` of the previous page. */
            cursor?: string;
        };
        /** @description How emails differ between two versions. */
        VersionComparison: {
            /** @description The version to compare with: the published version of the locale, if there is one. */
            published_version?: string;
            /** @description The number of emails that were rendered. */
            mails: number;
            /** @description How many of them differ. */
            changed: number;
            /** @description How many of them cannot be rendered with this version. */
            failed: number;
            /** @description How many of them Gmail clips only with this version, because their HTML exceeds 102 KB. */
            clipped: number;
            /** @description Groups of equal differences, the most frequent first; at most 50. */
            changes: {
                /**
                 * @description The part that differs.
                 * @enum {string}
                 */
                part: "subject" | "html" | "text" | "amp_html";
                /** @description The start of the difference in the published version; data by its name. */
                before: string;
                /** @description The same line in this version. */
                after: string;
                /** @description The number of these emails. */
                mails: number;
                /** @description The logs of the three newest emails. */
                log_ids: string[];
            }[];
            /** @description Groups of equal failures, the most frequent first; at most 20. */
            failures: {
                /** @description The reason why these emails cannot be rendered. */
                message: string;
                /** @description The number of these emails. */
                mails: number;
                /** @description The logs of the three newest emails. */
                log_ids: string[];
            }[];
            /** @description The `cursor` of older emails; null when there are none. */
            next_cursor: string | null;
        };
        AbTestBody: {
            /** @description The versions to compare. */
            versions: {
                /** @description The id of a version of this locale. */
                id: string;
                /** @description Its weight: its share of the recipients, relative to the others. */
                weight: number;
            }[];
        };
        /** @description A comment on a version. */
        Comment: {
            /** @constant */
            object: "comment";
            /** @description Its id. */
            id: string;
            created: components["schemas"]["Timestamp"];
            /** @description The id of the user or API key that wrote it. */
            author_id?: string;
            /** @description The name of that user or API key. Absent for removed users. */
            author?: string;
            /** @description Plain text. */
            text: string;
        };
        CommentBody: {
            /** @description Plain text, also of several lines. */
            text: string & (unknown & unknown);
        };
        /** @description Sample data of a template. */
        Sample: {
            /** @constant */
            object: "sample";
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description The data. */
            template_data: {
                [key: string]: unknown;
            };
            created: components["schemas"]["Timestamp"];
            modified: components["schemas"]["Timestamp"];
        };
        SampleBody: {
            /** @description The name. */
            name: string;
            /** @description The data, at most 128 KB as JSON. */
            template_data: {
                [key: string]: unknown;
            };
        };
        /** @description Content that templates share. */
        Snippet: {
            /** @constant */
            object: "snippet";
            /** @description Its id. */
            id: string;
            /** @description The name by which templates include it. */
            name: string;
            /** @description The content. */
            body: string;
            created: components["schemas"]["Timestamp"];
            modified: components["schemas"]["Timestamp"];
        };
        SnippetBody: {
            /** @description The name by which templates include it. */
            name: string;
            /** @description The content. */
            body: string;
        };
        /** @description A version that includes a snippet. */
        SnippetUse: {
            /** @description The id of the template. */
            template_id: string;
            /** @description The name of the template. */
            template_name: string;
            locale: components["schemas"]["Locale"];
            /** @description The id of the version. */
            version_id: string;
            /** @description The name of the version. */
            version_name: string;
            /** @description Whether the version is published. */
            published: boolean;
        };
        /** @description An image that emails show. */
        Image: {
            /** @constant */
            object: "image";
            /** @description Its id. */
            id: string;
            /** @description The name in lists. */
            name: string;
            /**
             * @description The type, read from the content.
             * @enum {string}
             */
            content_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
            /** @description In pixels. */
            width: number;
            /** @description In pixels. */
            height: number;
            /** @description The size of the file. */
            bytes: number;
            created: components["schemas"]["Timestamp"];
            /** @description Its public address, for `<img src>`. */
            url: string;
        };
        /** @description A sequence of delayed emails. */
        DripCampaign: {
            /** @constant */
            object: "drip_campaign";
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Whether its emails are sent; while disabled, they wait. */
            enabled: boolean;
            /** @description The template whose sends activate their recipients. */
            trigger_email_id: string | null;
            /** @description Its steps, in order. */
            drip_steps: components["schemas"]["DripStep"][];
            /** @description The number of memberships. */
            entered: number;
            /** @description The number of memberships in progress. */
            waiting: number;
            /** @description The number of memberships that reached the end. */
            finished: number;
            /** @description The number of deactivated memberships. */
            left: number;
        };
        /** @description A step of a drip campaign. */
        DripStep: {
            /** @constant */
            object: "drip_step";
            /** @description Its id. */
            id: string;
            /** @description The id of the template. */
            email_id: string;
            /** @description Seconds after the previous step, as a string; with the request header `X-Numeric-Delays: 1` or `true`, a number. */
            delay_seconds: string;
            /** @description The number of members that wait for the step. Only in `GET /drip_campaigns/{id}`. */
            waiting?: number;
        };
        DripCampaignBody: {
            /** @description The name. */
            name: string;
            /** @description The id of a template: a send of it activates its recipient. */
            trigger_email_id?: string;
            /** @description Whether its emails are sent; otherwise they wait. `false` by default. */
            enabled?: boolean;
            /** @description Its steps, in order. */
            drip_steps: components["schemas"]["DripStepBody"][];
        };
        DripStepBody: {
            /** @description The id of an existing step; without it, steps are matched by template. */
            id?: string;
            /** @description The id of the template. */
            email_id: string;
            /** @description Seconds after the previous step, or after activation; a number or a numeric string. */
            delay_seconds: number | string;
        };
        DripCampaignUpdate: {
            /** @description A new name. */
            name?: string;
            /** @description The id of a template: a send of it activates its recipient. Null for none. */
            trigger_email_id?: string | null;
            /** @description Whether its emails are sent; otherwise they wait. Unchanged if omitted. */
            enabled?: boolean;
            /** @description The new steps, in order. */
            drip_steps?: components["schemas"]["DripStepBody"][];
        };
        DripActivation: {
            recipient: components["schemas"]["Recipient"];
            /** @description Recipients of copies. */
            cc?: components["schemas"]["CopyRecipient"][];
            /** @description Recipients of blind copies. */
            bcc?: components["schemas"]["CopyRecipient"][];
            /** @description The sender; by default that of the ESP account, else of the account. */
            sender?: components["schemas"]["Sender"];
            /** @description Labels of this email. */
            tags?: string[];
            /** @description Further header fields, name to value, at most 50. */
            headers?: {
                [key: string]: string;
            };
            /** @description The id of the ESP account to send through; by default the default one. */
            esp_account?: string;
            /** @description The locale; by default the customer's, else the template's default. */
            locale?: string;
            /** @description The data of the template, at most 128 KB as JSON. */
            email_data?: {
                [key: string]: unknown;
            };
            /** @description Whether the membership is a test, which sends nothing; always with a test key. */
            test?: boolean;
        };
        DripDeactivation: {
            /** @description The recipient to deactivate. */
            recipient_address: components["schemas"]["EmailAddress"];
        };
        /** @description A membership in a drip campaign. */
        DripMember: {
            /** @constant */
            object: "drip_member";
            /** @description Its id. */
            id: string;
            /** @description The address. */
            recipient_address: string;
            /** @description Whether a test key activated it. */
            test: boolean;
            /**
             * @description `waiting` for a step, `finished`, or `left` before the end.
             * @enum {string}
             */
            state: "waiting" | "finished" | "left";
            /** @description The start of the membership. */
            entered: components["schemas"]["Timestamp"];
            /** @description The id of the step that it waits for; only while `waiting`. */
            step?: string;
            /** @description The time at which that step is due; only while `waiting`. */
            next_due?: components["schemas"]["Timestamp"];
            /** @description The end of the membership. */
            ended?: components["schemas"]["Timestamp"];
        };
        /**
         * @description The provider, by type or name.
         * @enum {string}
         */
        NamedEspType: "esp_kind_1" | "esp_kind_2" | "esp_kind_3" | "esp_kind_4" | "esp_kind_5" | "esp_kind_6" | "esp_kind_7" | "esp_kind_8" | "smtp" | "sendgrid" | "mailgun" | "mandrill" | "postmark" | "ses" | "mailjet" | "dyn" | "sparkpost";
        /** @description An account at a provider, or a mail server. */
        EspAccount: {
            /** @constant */
            object: "esp_account";
            /** @description Its id. */
            id: string;
            created: components["schemas"]["Timestamp"];
            esp_type: components["schemas"]["EspType"];
            provider?: components["schemas"]["Provider"];
            /** @description Its name. */
            name: string;
            /** @description Whether it sends emails that name no ESP account. The first account is the default until you choose another. */
            is_default?: boolean;
            /**
             * @description The account was imported without credentials. It sends no email until a `PUT` sets them.
             * @constant
             */
            needs_credentials?: true;
            /** @description The default sender of this ESP account. */
            default_sender?: components["schemas"]["Sender"];
            /**
             * @description The provider's region.
             * @enum {string}
             */
            region?: "us" | "eu";
            /** @description The provider's configuration set. */
            configuration_set?: string;
            /** @description TLS from the first byte, instead of STARTTLS. */
            implicit_tls?: boolean;
            /** @description Whether bounce messages come back to Postrider. */
            bounces?: boolean;
            /** @description The tracking settings. */
            tracking?: {
                /** @description `true` leaves tracking of opens and clicks to the provider. */
                provider: boolean;
            };
            /** @description The rate limit: emails per second, over all replicas. */
            rate_per_second?: number;
            /** @description The id of the failover ESP account. */
            fallback?: string;
            /** @description The address for provider reports; only for keys with the scope `manage`. */
            webhook_url?: string;
            /** @description When the address was last registered at the provider; absent once the address or `webhook` was changed. */
            webhook_registered?: components["schemas"]["Timestamp"];
        };
        /**
         * @description The type of the provider.
         * @enum {string}
         */
        EspType: "esp_kind_1" | "esp_kind_2" | "esp_kind_3" | "esp_kind_4" | "esp_kind_5" | "esp_kind_6" | "esp_kind_7" | "esp_kind_8" | "smtp";
        /**
         * @description The name of the provider.
         * @enum {string}
         */
        Provider: "sendgrid" | "mailgun" | "mandrill" | "postmark" | "ses" | "mailjet" | "dyn" | "sparkpost" | "smtp";
        EspAccountBody: {
            /** @description The name. */
            name: string;
            esp_type: components["schemas"]["NamedEspType"];
            /** @description The credentials for the provider; never returned. */
            credentials: {
                [key: string]: unknown;
            };
            /** @description The default sender of this ESP account. */
            default_sender?: components["schemas"]["Sender"];
            /**
             * @description The provider's region.
             * @enum {string}
             */
            region?: "us" | "eu";
            /** @description The provider's configuration set. */
            configuration_set?: string;
            /** @description TLS from the first byte, instead of STARTTLS. */
            implicit_tls?: boolean;
            /** @description Whether bounce messages come back to Postrider. */
            bounces?: boolean;
            /** @description The tracking settings. */
            tracking?: {
                /** @description `true` leaves tracking of opens and clicks to the provider. */
                provider: boolean;
            };
            /** @description The rate limit: emails per second, over all replicas. */
            rate_per_second?: number;
            /** @description The id of the failover ESP account. */
            fallback?: string;
            /** @description How reports of the provider are verified; never returned. */
            webhook?: {
                [key: string]: unknown;
            };
        };
        EspAccountTrial: {
            esp_type: components["schemas"]["NamedEspType"];
            /** @description The credentials for the provider; never returned. */
            credentials: {
                [key: string]: unknown;
            };
            /**
             * @description The provider's region.
             * @enum {string}
             */
            region?: "us" | "eu";
            /** @description The provider's configuration set. */
            configuration_set?: string;
            /** @description TLS from the first byte, instead of STARTTLS. */
            implicit_tls?: boolean;
        };
        /** @description The result of a test. */
        EspAccountTest: {
            /** @constant */
            object: "esp_account_test";
            /**
             * @description `unknown`: the provider has no request for a test, or this key may not use it.
             * @enum {string}
             */
            outcome: "works" | "fails" | "unknown";
            /** @description The test that was run, as a sentence. */
            tried: string;
            /** @description The response of the provider or mail server. */
            answer: string;
        };
        SenderDomainBody: {
            /** @description The address of the sender. */
            address: components["schemas"]["EmailAddress"];
        };
        /** @description The DNS records of a sender domain. */
        SenderDomain: {
            /** @constant */
            object: "sender_domain";
            /** @description The domain of the address. */
            domain: string;
            /** @description One for each check, or one for all if the domain cannot be checked. */
            findings: {
                /**
                 * @description `fault`: receivers reject or ignore something. `warning`: some may.
                 * @enum {string}
                 */
                level: "ok" | "warning" | "fault";
                /** @description The result of a check, as a sentence. */
                message: string;
                /** @description What to do, as a sentence. */
                remedy?: string;
            }[];
        };
        EspAccountUpdate: {
            /** @description The name. If you omit it, it does not change. */
            name?: string;
            /** @description The current type. It cannot change. */
            esp_type?: components["schemas"]["NamedEspType"];
            /** @description New credentials. If you omit them, they do not change. */
            credentials?: {
                [key: string]: unknown;
            };
            /** @description The default sender of this ESP account. */
            default_sender?: components["schemas"]["Sender"];
            /**
             * @description The provider's region.
             * @enum {string}
             */
            region?: "us" | "eu";
            /** @description The provider's configuration set. */
            configuration_set?: string;
            /** @description TLS from the first byte, instead of STARTTLS. */
            implicit_tls?: boolean;
            /** @description Whether bounce messages come back to Postrider. */
            bounces?: boolean;
            /** @description The tracking settings. */
            tracking?: {
                /** @description `true` leaves tracking of opens and clicks to the provider. */
                provider: boolean;
            };
            /** @description The rate limit: emails per second, over all replicas. */
            rate_per_second?: number;
            /** @description The id of the failover ESP account. */
            fallback?: string;
            /** @description How reports of the provider are verified; never returned. */
            webhook?: {
                [key: string]: unknown;
            };
        };
        /** @description The attempts through an ESP account in an hour. */
        AttemptHour: {
            /** @description The start of the hour. */
            begins: components["schemas"]["Timestamp"];
            /** @description The number of attempts to hand an email to the provider. */
            attempts: number;
            /** @description Attempts that failed because of the ESP account: log-in, quota, suspension, TLS or outage. */
            failed: number;
        };
        /** @description An endpoint that receives email events. */
        Webhook: {
            /** @constant */
            object: "webhook";
            /** @description Its id. */
            id: string;
            created: components["schemas"]["Timestamp"];
            /** @description The URL for the events. */
            url: string;
            /** @description The types of events to deliver; all if empty. */
            events: string[];
            /** @description Your description. */
            description: string;
            /** @description The form of the events: `postrider` or `resend`. */
            format?: string;
            /** @description Whether events are posted. */
            enabled: boolean;
            /** @description The time since which all attempts have failed. Absent after a success. */
            failing_since?: components["schemas"]["Timestamp"];
            /** @description The time at which Postrider disabled it, because all attempts had failed for five days or one got a 410. */
            switched_off?: components["schemas"]["Timestamp"];
            /** @description The previous secret signs too until this time. */
            old_secret_until?: components["schemas"]["Timestamp"];
            /** @description Events that were dropped because too many waited. */
            missed?: number;
        };
        WebhookBody: {
            /** @description The URL for the events. */
            url: string;
            /** @description The types of events to deliver; all if omitted or empty. */
            events?: unknown;
            /** @description Your description. */
            description?: string;
            /**
             * @description The form of the events: that of Postrider, or that of Resend. If omitted, `postrider` when created and unchanged when changed.
             * @enum {string}
             */
            format?: "postrider" | "resend";
            /** @description Whether events are posted; if omitted, `true` when created and unchanged when changed. */
            enabled?: boolean;
        };
        WebhookTestBody: {
            /** @description The type of the event; `email.delivered` by default. */
            type?: components["schemas"]["WebhookEventType"];
        };
        /**
         * @description The type of an event: `email.` and a log status.
         * @enum {string}
         */
        WebhookEventType: "email.triggered" | "email.queued" | "email.sent" | "email.clicked" | "email.re_clicked" | "email.opened" | "email.re_opened" | "email.processed" | "email.dropped" | "email.delivered" | "email.deferred" | "email.bounced" | "email.reported_as_spam" | "email.unsubscribed";
        WebhookReplayBody: {
            /** @description One event, by its id. */
            event_id?: string;
            /** @description Events from this time on. */
            since?: components["schemas"]["Timestamp"];
            /** @description Events before this time; by default now. */
            until?: components["schemas"]["Timestamp"];
            /** @description `next_cursor` of the previous page. */
            cursor?: string;
        };
        /** @description An attempt to deliver an event. */
        WebhookAttempt: {
            /** @constant */
            object: "webhook_attempt";
            created: components["schemas"]["Timestamp"];
            /** @description The id of the event, `webhook-id` of the delivery. */
            event_id: string;
            /** @description The type of the event. */
            type: string;
            /** @description The number of the attempt, from 1. */
            attempt: number;
            /**
             * @description `delivered`; `failed`: it is retried; `given_up`: it is not.
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "given_up";
            /** @description The HTTP status of the response, if there was one. */
            status?: number;
            /** @description The result, as a sentence. */
            message: string;
            /** @description The start of the response body. */
            answer: string;
            /** @description The duration of the attempt. */
            milliseconds: number;
            /** @description The time of the next attempt. */
            next?: components["schemas"]["Timestamp"];
        };
        /** @description A condition that is watched, and who is notified. */
        Alert: {
            /** @constant */
            object: "alert";
            /** @description Its id. */
            id: string;
            created: components["schemas"]["Timestamp"];
            /** @description Its name, or empty. */
            name: string;
            /** @description What it watches. */
            condition: string;
            /** @description Of a rate: the percentage from which it fires. */
            threshold?: number;
            /** @description Of a rate: with fewer emails it does not fire. */
            minimum?: number;
            /** @description In hours. */
            window?: number;
            schedule?: components["schemas"]["WeeklySchedule"];
            channel: components["schemas"]["AlertChannel"];
            quiet_hours?: components["schemas"]["QuietHours"];
            /** @description The language of notifications. */
            language: string;
            /** @description Whether it is evaluated. */
            enabled: boolean;
            /**
             * @description Whether the condition is met.
             * @enum {string}
             */
            state: "ok" | "firing";
            /** @description Since when it has this state. */
            since: components["schemas"]["Timestamp"];
            /** @description When it was last evaluated; absent before. */
            checked?: components["schemas"]["Timestamp"];
            observed?: components["schemas"]["AlertObservation"];
            /** @description When a notification was last created, tests excluded. */
            last_notified?: components["schemas"]["Timestamp"];
            /** @description Notifications that did not arrive; empty if all did. An address leaves it with a test that arrives. */
            problems: {
                /** @description The email address; absent for other channels. */
                address?: string;
                /** @description Why the last notification did not arrive. */
                message: string;
                at: components["schemas"]["Timestamp"];
            }[];
        };
        /** @description When a weekly report is sent. */
        WeeklySchedule: {
            /**
             * @description The day of the week. The report has the seven days before it.
             * @enum {string}
             */
            weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
            /** @description The hour of the day. */
            hour: number;
            /** @description The IANA time zone, such as `Europe/Berlin`. */
            time_zone: string;
        };
        /** @description Where notifications go. */
        AlertChannel: {
            /**
             * @description How.
             * @enum {string}
             */
            type: "email" | "webhook" | "slack";
            /** @description Of `email`: the addresses. */
            addresses?: string[];
            /** @description Of `webhook`: its id. */
            webhook?: string;
            /** @description Of `slack`: the host name of the address, which is not shown. */
            host?: string;
        };
        /** @description The time of day without notifications. */
        QuietHours: {
            /** @description When they start, such as `22:00`. */
            from: string;
            /** @description When they end, such as `07:00`; before `from`: on the next day. */
            to: string;
            /** @description The IANA time zone, such as `Europe/Berlin`. */
            time_zone: string;
        };
        /** @description What the last evaluation found. */
        AlertObservation: {
            /** @description The rate in percent. */
            rate?: number;
            /** @description The emails that the rate counts. */
            emails?: number;
            /** @description The hour in which an email was last sent; absent if unknown. */
            last_sent?: components["schemas"]["Timestamp"];
            /** @description ESP accounts that do not work, at most five. */
            esp_accounts?: {
                /** @description Its id. */
                id: string;
                /** @description Its name. */
                name: string;
                /** @description The last response of its provider. */
                message?: string;
            }[];
            /** @description Webhooks that fail, at most five. */
            webhooks?: {
                /** @description Its id. */
                id: string;
                /** @description Its address. */
                url: string;
            }[];
            /** @description The last report of `weekly_report`. */
            report?: components["schemas"]["AlertReport"];
        };
        /** @description A weekly report. */
        AlertReport: {
            /** @description When the week began. */
            from: components["schemas"]["Timestamp"];
            /** @description When it ended. */
            to: components["schemas"]["Timestamp"];
            latest: components["schemas"]["WeekCounts"];
            /** @description The week before. */
            previous: components["schemas"]["WeekCounts"];
            /** @description The five templates with the most emails. */
            templates: {
                /** @description Its id. */
                id: string;
                /** @description Its name; absent when it was deleted. */
                name?: string;
                /** @description Its sent emails. */
                sent: number;
                /** @description Those of the week before. */
                before: number;
            }[];
            /** @description Alerts that fired since the week began, at most ten. */
            fired: {
                /** @description Its id. */
                id: string;
                /** @description Its name, or empty. */
                name: string;
                /** @description What it watches. */
                condition: string;
            }[];
        };
        /** @description Emails that were accepted in a week. */
        WeekCounts: {
            /** @description Sent emails. */
            sent: number;
            /** @description Emails that were refused, and never sent. */
            refused: number;
            /** @description Emails with a reported delivery. */
            delivered: number;
            /** @description Emails that bounced, `refused` ones included. */
            bounced: number;
            /** @description Emails reported as spam. */
            complaints: number;
            /** @description Opened emails. */
            opened: number;
            /** @description Emails of which a link was clicked. */
            clicked: number;
        };
        AlertBody: {
            /** @description A name of your own, shown in notifications. */
            name?: string;
            condition: components["schemas"]["AlertCondition"];
            /** @description Of a rate: the percentage from which it fires. By default 5 for bounces and 0.1 for complaints. */
            threshold?: number;
            /** @description Of a rate: with fewer emails it does not fire. By default 100 for bounces and 1,000 for complaints. */
            minimum?: number;
            /** @description In hours: the emails that a rate counts; how long nothing was sent; how long a webhook has failed. By default 24 for rates, else 1. */
            window?: number;
            /** @description When `weekly_report` is sent; required for it. */
            schedule?: components["schemas"]["WeeklySchedule"];
            channel: components["schemas"]["AlertChannelBody"];
            /** @description When nothing is notified; none if omitted. */
            quiet_hours?: components["schemas"]["QuietHours"];
            /**
             * @description The language of notifications; `en` if omitted.
             * @enum {string}
             */
            language?: "en" | "de" | "fr" | "es";
            /** @description Whether it is evaluated; if omitted, `true` when created and unchanged when changed. */
            enabled?: boolean;
        };
        /**
         * @description What an alert watches.
         * @enum {string}
         */
        AlertCondition: "bounce_rate" | "complaint_rate" | "esp_account_paused" | "no_sends" | "webhook_failing" | "weekly_report";
        /** @description Where notifications go. */
        AlertChannelBody: {
            /**
             * @description How.
             * @enum {string}
             */
            type: "email" | "webhook" | "slack";
            /** @description For `email`: at most 10 email addresses, of users or others. */
            addresses?: components["schemas"]["EmailAddress"][];
            /** @description For `webhook`: the id of a webhook of the account. The types that it subscribes to do not matter. */
            webhook?: string;
            /** @description For `slack`: an incoming webhook of Slack, or of a service that takes the same body. If you omit it in a change, it does not change. */
            webhook_url?: string;
        };
        /** @description A URL for the emails of an identity provider. */
        IdentityHook: {
            /** @constant */
            object: "identity_hook";
            /** @description Its id. */
            id: string;
            /**
             * @description The identity provider.
             * @enum {string}
             */
            kind: "supabase" | "auth0" | "logto" | "clerk";
            /**
             * @description A `test` hook works like a `live` one and sends nothing.
             * @enum {string}
             */
            mode: "live" | "test";
            /** @description The name. */
            name: string;
            /** @description The URL that the provider calls. */
            url: string;
            created: components["schemas"]["Timestamp"];
            /** @description The template of each action. */
            templates: {
                [key: string]: string;
            };
            /**
             * @description What happens to an action without a template.
             * @enum {string}
             */
            other_actions: "refuse" | "ignore" | "default" | "original";
            /** @description The template for `"other_actions": "default"`. */
            default_template?: string;
            /** @description The ESP account to send through. */
            esp_account?: string;
            sender?: components["schemas"]["Sender"];
            /** @description The URL of the Supabase project. */
            project_url?: string;
            /** @description Until when the previous secret is accepted too. */
            old_secret_until?: components["schemas"]["Timestamp"];
            /** @description When the provider last called, to a few seconds. */
            last_call?: components["schemas"]["Timestamp"];
            /** @description Why that call was refused; absent if it was not. */
            last_error?: string;
        };
        /** @description An identity provider. */
        IdentityHookKind: {
            /**
             * @description The kind.
             * @enum {string}
             */
            kind: "supabase" | "auth0" | "logto" | "clerk";
            /** @description The name of the provider. */
            provider: string;
            /** @description Whether `"other_actions": "original"` is possible. */
            original: boolean;
            /** @description The documented actions. */
            actions: {
                /** @description The name of the action, as the provider writes it. */
                action: string;
                /** @description The ready template for it, by its key. */
                ready_template?: string;
            }[];
        };
        IdentityHookBody: {
            /**
             * @description The identity provider.
             * @enum {string}
             */
            kind: "supabase" | "auth0" | "logto" | "clerk";
            /**
             * @description A `test` hook works like a `live` one and sends nothing. By default that of the API key.
             * @enum {string}
             */
            mode?: "live" | "test";
            /** @description The name. */
            name: string;
            /** @description The template of each action, by its id; the actions of a kind are at `GET /identity_hook_kinds`. */
            templates?: {
                [key: string]: string;
            };
            /**
             * @description What happens to an action without a template: `refuse` it with an error; `ignore` it and send nothing; send the `default` template; or send the `original` email of the provider (Auth0 and Clerk). By default `original` where it is possible, else `refuse`.
             * @enum {string}
             */
            other_actions?: "refuse" | "ignore" | "default" | "original";
            /** @description The template for `"other_actions": "default"`. */
            default_template?: string;
            /** @description The ESP account to send through; by default the default one. */
            esp_account?: string;
            /** @description The sender; by default that of the ESP account, else of the account. */
            sender?: components["schemas"]["Sender"];
            /** @description Supabase only, and required there: the URL of the project, to which the links in emails lead. */
            project_url?: unknown;
            /** @description A secret of your own; generated if omitted. For Clerk, the signing secret of its endpoint (`whsec_…`); for Supabase, `v1,whsec_` and at least 24 bytes in base64. */
            secret?: string;
        };
        IdentityHookChange: {
            /** @description The name. */
            name: string;
            /** @description The template of each action, by its id; the actions of a kind are at `GET /identity_hook_kinds`. */
            templates?: {
                [key: string]: string;
            };
            /**
             * @description What happens to an action without a template: `refuse` it with an error; `ignore` it and send nothing; send the `default` template; or send the `original` email of the provider (Auth0 and Clerk). By default `original` where it is possible, else `refuse`.
             * @enum {string}
             */
            other_actions?: "refuse" | "ignore" | "default" | "original";
            /** @description The template for `"other_actions": "default"`. */
            default_template?: string;
            /** @description The ESP account to send through; by default the default one. */
            esp_account?: string;
            /** @description The sender; by default that of the ESP account, else of the account. */
            sender?: components["schemas"]["Sender"];
            /** @description Supabase only, and required there: the URL of the project, to which the links in emails lead. */
            project_url?: unknown;
        };
        IdentityHookRotation: {
            /** @description A secret of your own; generated if omitted. For Clerk, the signing secret of its endpoint (`whsec_…`); for Supabase, `v1,whsec_` and at least 24 bytes in base64. */
            secret?: string;
        };
        /** @description A template to start from, as `POST /templates` takes it. */
        ReadyTemplate: {
            /**
             * @description Which ready template it is.
             * @enum {string}
             */
            key: "welcome" | "confirm" | "magic_link" | "reset" | "invite" | "email_change" | "code" | "notice" | "receipt" | "invoice" | "shipped" | "trial_ends" | "payment_failed" | "digest" | "announcement" | "feedback" | "goodbye";
            /** @description Its name. */
            name: string;
            /** @description The subject. */
            subject: string;
            /** @description The text that an inbox shows next to the subject. */
            preheader: string;
            /** @description The HTML part, in MJML. */
            html: string;
            /** @description The text part. */
            text: string;
            engine: components["schemas"]["TemplateEngine"];
            /** @description Whether values in HTML are escaped by default. */
            autoescape: boolean;
            /** @description Sample data. It starts with your brand: name, logo, color and address. */
            template_data: {
                [key: string]: unknown;
            };
        };
        /** @description A ready template of the account. */
        InstalledTemplate: {
            /**
             * @description Which ready template it is.
             * @enum {string}
             */
            key: "confirm" | "magic_link" | "reset" | "invite" | "email_change" | "code" | "notice";
            /** @description The id of the template. */
            template: string;
            /** @description Whether this call created it. */
            created: boolean;
        };
        /** @description An email that ended without being sent. */
        Failure: {
            /** @constant */
            object: "failure";
            /** @description The id of its log. */
            log_id: string;
            failed: components["schemas"]["Timestamp"];
            /** @description The ESP account that it failed through: its id, or `builtin`, where it was the built-in one. */
            esp_account: string;
            /**
             * @description The final status.
             * @enum {string}
             */
            status: "bounced" | "dropped";
            /** @description The provider's code, if any. */
            code?: string;
            /** @description The reason, as in the log. */
            reason: string;
            /** @description The address of the recipient, while its log is kept. */
            recipient_address?: string;
            /** @description The id of the template, while its log is kept. */
            email_id?: string;
            /** @description The name of the template, while its log is kept. */
            email_name?: string;
        };
        /** @description Failures with one cause. */
        FailureGroup: {
            /** @constant */
            object: "failure_group";
            /** @description The ESP account that it failed through: its id, or `builtin`, where it was the built-in one. */
            esp_account: string;
            /**
             * @description The final status.
             * @enum {string}
             */
            status: "bounced" | "dropped";
            /** @description The provider's code, if any. */
            code?: string;
            /** @description The number of failures. */
            count: number;
            /** @description The time of the first failure. */
            first: components["schemas"]["Timestamp"];
            /** @description The time of the latest failure. */
            last: components["schemas"]["Timestamp"];
            /** @description The latest failure. */
            example: {
                /** @description The id of its log. */
                log_id: string;
                /** @description The reason. */
                reason: string;
            };
        };
        FailureReplay: {
            /** @description Only those of this ESP account: its id, or `builtin`, where it was the built-in one. */
            esp_account?: string;
            /**
             * @description Only those with this status.
             * @enum {string}
             */
            status?: "bounced" | "dropped";
            /** @description Only failures with this code of the provider; `none` for failures without a code. */
            code?: string;
            /** @description Only failures at this time or later. */
            from?: components["schemas"]["Timestamp"];
            /** @description Only failures before this time. */
            to?: components["schemas"]["Timestamp"];
            /** @description Only failures of these logs. */
            log_ids?: string[];
            /** @description The ESP account to send through, instead of each email's own. */
            through?: string;
            /** @description `next_cursor` of the previous call. */
            cursor?: string;
        };
        FailureChoice: {
            /** @description Only those of this ESP account: its id, or `builtin`, where it was the built-in one. */
            esp_account?: string;
            /**
             * @description Only those with this status.
             * @enum {string}
             */
            status?: "bounced" | "dropped";
            /** @description Only failures with this code of the provider; `none` for failures without a code. */
            code?: string;
            /** @description Only failures at this time or later. */
            from?: components["schemas"]["Timestamp"];
            /** @description Only failures before this time. */
            to?: components["schemas"]["Timestamp"];
            /** @description Only failures of these logs. */
            log_ids?: string[];
        };
        /** @description Waiting emails of one ESP account and kind. */
        QueueLane: {
            /** @description The id of the ESP account, or `builtin`; absent for emails of test keys. */
            esp_account?: string;
            /**
             * @description Ordinary emails, emails of drip campaigns, or emails of test keys.
             * @enum {string}
             */
            kind: "mail" | "campaign" | "test";
            /** @description Waiting emails, scheduled ones included; counted up to 10,000. */
            waiting: number;
            /** @description Due emails that are not being sent; counted up to 10,000. */
            due: number;
            /** @description The time since which the oldest email is due. */
            oldest_due?: components["schemas"]["Timestamp"];
            /** @description The time at which the next email is due, if none is due now. */
            next_due?: components["schemas"]["Timestamp"];
            /**
             * @description `failing`: the last attempt failed because of the ESP account. `paused`: nothing is tried until `paused_until`.
             * @enum {string}
             */
            state: "open" | "failing" | "paused";
            /** @description When it is tried again. */
            paused_until?: components["schemas"]["Timestamp"];
            /** @description Why it is `failing` or `paused`. */
            last_error?: components["schemas"]["LaneError"];
        };
        /** @description A failure of an ESP account. */
        LaneError: {
            /** @description The provider's response, without secrets. */
            message: string;
            /** @description The provider's code, or that of a failed connection, such as `ECONNREFUSED`. */
            code?: string;
            /** @description The time of the error. */
            at: components["schemas"]["Timestamp"];
        };
        SuppressionBody: {
            email: components["schemas"]["EmailAddress"];
            /** @description The reason; `manual` by default. */
            reason?: components["schemas"]["SuppressionReason"];
            /** @description A note for your team. */
            note?: string;
        };
        /** @description The statistics of a period. */
        Statistics: {
            /** @constant */
            object: "statistics";
            /**
             * @description The size of a bucket.
             * @enum {string}
             */
            by: "day" | "hour";
            /** @description The start of the first bucket. */
            from: number;
            /** @description The end of the last bucket. */
            to: number;
            /** @description All buckets together. */
            total: components["schemas"]["Figures"];
            /** @description All hours or days, oldest first, including those without emails. */
            buckets: {
                /** @description The start of the hour or day. */
                begins: number;
                /** @description Emails that a provider accepted. */
                sent: number;
                /** @description Emails that a mail server rejected immediately: not in `sent`, but in `bounced`. */
                refused?: number;
                /** @description Accepted by the recipient's server. */
                delivered: components["schemas"]["Counted"];
                /** @description Estimated seconds from acceptance, or from `send_at`. Absent without deliveries. */
                time_to_delivered?: components["schemas"]["DeliveryTime"];
                /** @description Opened, not by bots. */
                opened: components["schemas"]["Counted"];
                /** @description Clicked, not by bots. */
                clicked: components["schemas"]["Counted"];
                /** @description Refused for the recipient, at once or later. */
                bounced: components["schemas"]["Counted"];
                /** @description Reported as spam. */
                complaints: components["schemas"]["Counted"];
                /** @description The recipient opted out. */
                unsubscribes: components["schemas"]["Counted"];
                /** @description Conversions after a click: emails that led to one, and all conversions. */
                conversions: components["schemas"]["Counted"];
                /** @description The revenue of these conversions in cents. */
                revenue: number;
            }[];
            /** @description If the request names a template: its versions, most emails first, at most 20. */
            versions?: components["schemas"]["VersionFigures"][];
        };
        /** @description A count by emails, and in all. */
        Counted: {
            /** @description The number of emails with this event. */
            unique: number;
            /** @description The number of events. */
            total: number;
        };
        /** @description Estimated seconds from the acceptance of emails to their delivery. */
        DeliveryTime: {
            /** @description Half of the emails were delivered within this time. */
            p50: number;
            /** @description 95 % of the emails were delivered within this time. */
            p95: number;
        };
        /** @description What happened to the emails of a period. */
        Figures: {
            /** @description Emails that a provider accepted. */
            sent: number;
            /** @description Emails that a mail server rejected immediately: not in `sent`, but in `bounced`. */
            refused?: number;
            /** @description Accepted by the recipient's server. */
            delivered: components["schemas"]["Counted"];
            /** @description Estimated seconds from acceptance, or from `send_at`. Absent without deliveries. */
            time_to_delivered?: components["schemas"]["DeliveryTime"];
            /** @description Opened, not by bots. */
            opened: components["schemas"]["Counted"];
            /** @description Clicked, not by bots. */
            clicked: components["schemas"]["Counted"];
            /** @description Refused for the recipient, at once or later. */
            bounced: components["schemas"]["Counted"];
            /** @description Reported as spam. */
            complaints: components["schemas"]["Counted"];
            /** @description The recipient opted out. */
            unsubscribes: components["schemas"]["Counted"];
            /** @description Conversions after a click: emails that led to one, and all conversions. */
            conversions: components["schemas"]["Counted"];
            /** @description The revenue of these conversions in cents. */
            revenue: number;
        };
        /** @description The statistics of one version. */
        VersionFigures: {
            /** @description The id of the version; empty for emails without a recorded version. */
            version: string;
            /** @description Emails that a provider accepted. */
            sent: number;
            /** @description Emails that a mail server rejected immediately: not in `sent`, but in `bounced`. */
            refused?: number;
            /** @description Accepted by the recipient's server. */
            delivered: components["schemas"]["Counted"];
            /** @description Estimated seconds from acceptance, or from `send_at`. Absent without deliveries. */
            time_to_delivered?: components["schemas"]["DeliveryTime"];
            /** @description Opened, not by bots. */
            opened: components["schemas"]["Counted"];
            /** @description Clicked, not by bots. */
            clicked: components["schemas"]["Counted"];
            /** @description Refused for the recipient, at once or later. */
            bounced: components["schemas"]["Counted"];
            /** @description Reported as spam. */
            complaints: components["schemas"]["Counted"];
            /** @description The recipient opted out. */
            unsubscribes: components["schemas"]["Counted"];
            /** @description Conversions after a click: emails that led to one, and all conversions. */
            conversions: components["schemas"]["Counted"];
            /** @description The revenue of these conversions in cents. */
            revenue: number;
            /** @description The shares of its emails that were opened, clicked, converted and opted out of. */
            rates: {
                opened: components["schemas"]["Rate"];
                clicked: components["schemas"]["Rate"];
                converted: components["schemas"]["Rate"];
                unsubscribed: components["schemas"]["Rate"];
            };
            /** @description The difference from the first version of the list; absent for that one. */
            compared?: {
                opened: components["schemas"]["RateDifference"];
                clicked: components["schemas"]["RateDifference"];
                converted: components["schemas"]["RateDifference"];
                unsubscribed: components["schemas"]["RateDifference"];
            };
        };
        /** @description A rate with its 95 % confidence interval (Wilson). */
        Rate: {
            /** @description The share of the sent emails. */
            rate: number;
            /** @description The lower end of the 95 % confidence interval. */
            low: number;
            /** @description The upper end of the interval. */
            high: number;
        };
        /** @description The difference between the rates of two versions. */
        RateDifference: {
            /** @description Its rate minus that of the first version. */
            difference: number;
            /** @description The lower end of its 95 % confidence interval. */
            low: number;
            /** @description The upper end of the interval. */
            high: number;
            /** @description Whether the interval excludes zero. */
            significant: boolean;
        };
        /** @description A link of a template, and how often it was clicked, not by bots. */
        ClickedLink: {
            /** @description The address without its query and fragment, which may be different for each recipient. */
            url: string;
            clicked: components["schemas"]["Counted"];
        };
        /** @description The account of the key or session. */
        Account: {
            /** @constant */
            object: "account";
            /** @description Its id. */
            id: string;
            /** @description The name. */
            name: string;
            /** @description When it was created. */
            created: components["schemas"]["Timestamp"];
            /** @description The default sender. */
            default_sender?: components["schemas"]["Sender"];
            /** @description Default tracking, where neither the send nor the template decides. */
            tracking: {
                /** @description Whether opens are tracked; absent if not set. */
                opens?: boolean;
                /** @description Whether clicks are tracked; absent if not set. */
                clicks?: boolean;
            };
            /** @description Whether a version is published only after another user has approved it. */
            require_review: boolean;
            /** @description The host name of tracked links, set by the operator; absent if it is that of the installation. */
            tracking_domain?: string;
            /** @description Where to send by SMTP; absent if the installation does not accept it. */
            smtp?: components["schemas"]["SmtpAddress"];
            /** @description How long data is kept, set by the operator; absent while the delivery service is unavailable. */
            retention?: components["schemas"]["Retention"];
        };
        /** @description Where applications send email by SMTP. */
        SmtpAddress: {
            /** @description The host name. */
            host: string;
            /** @description The port. */
            port: number;
            /**
             * @description How the connection is encrypted.
             * @enum {string}
             */
            security: "tls" | "starttls" | "none";
        };
        /** @description How long data is kept. `webhook_days` is absent while its service is unavailable. */
        Retention: {
            /** @description Logs are deleted by whole months, this many months after the month ended; absent if they are kept forever. */
            log_months?: number;
            /** @description The number of days for which attachments are kept after the email is due. */
            attachment_days: number;
            /** @description The number of days for which webhook events can be replayed and attempts are listed. */
            webhook_days?: number;
        };
        AccountChanges: {
            /** @description The new name. */
            name?: string;
            /** @description The default sender; null for none. */
            default_sender?: components["schemas"]["Sender"] | null;
            /** @description Default tracking, where neither the send nor the template decides; null for none. */
            tracking?: components["schemas"]["Tracking"] | null;
            /** @description Whether a version is published only after another user has approved it. */
            require_review?: boolean;
        };
        /** @description A user of the account. */
        User: {
            /** @constant */
            object: "user";
            /** @description Its id in this account. */
            id: string;
            /** @description The id of the user, as in `GET /session`; absent until the invitation is accepted. */
            user_id?: string;
            /** @description The address that it logs in with. */
            email: string;
            /** @description The user's name, or empty. */
            name: string;
            /**
             * @description The user's role in this account.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /**
             * @description Whether the invitation is accepted.
             * @enum {string}
             */
            status: "active" | "invited";
            /** @description When it was invited. */
            created: components["schemas"]["Timestamp"];
        };
        InvitationBody: {
            /** @description The address that receives the invitation and logs in. */
            email: components["schemas"]["EmailAddress"];
            /**
             * @description The user's role in this account.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /** @description The user's name; the user may change it when accepting. */
            name?: string;
        };
        RoleBody: {
            /**
             * @description The new role.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        InvitationQuestion: {
            /** @description The part of the link after `#`. */
            token: string;
        };
        /** @description An invitation. */
        Invitation: {
            /** @description The invited address; absent from the first invitation, which has none. */
            email?: string;
            /** @description The name given with the invitation. */
            name?: string;
            /** @description The name of the account. */
            account: string;
            /**
             * @description The role that the user gets.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /** @description Whether a user with this address exists: accept with that user's password. */
            registered: boolean;
        };
        AcceptBody: {
            /** @description The part of the link after `#`. */
            token: string;
            /** @description The address to log in with; only for the first invitation, which has none. */
            email?: components["schemas"]["EmailAddress"];
            /** @description The user's name; if omitted, that of the invitation. */
            name?: string;
            /** @description A new password, or the existing one of a registered user. */
            password: string;
        };
        /** @description A user who is logged in. */
        Session: {
            /** @constant */
            object: "session";
            /** @description The user. */
            user: {
                /** @description Its id. */
                id: string;
                /** @description The address that it logs in with. */
                email: string;
                /** @description The name. */
                name: string;
                /** @description The language of the dashboard; absent if the browser decides. */
                language?: string;
            };
            /** @description The accounts of the user. */
            accounts: {
                /** @description Its id, for the header `Postrider-Account`. */
                id: string;
                /** @description Its name. */
                name: string;
                /**
                 * @description The user's role there.
                 * @enum {string}
                 */
                role: "viewer" | "editor" | "admin";
            }[];
            /** @description The latest end of the session. */
            expires_at: components["schemas"]["Timestamp"];
        };
        LogInBody: {
            /** @description The user's email address. */
            email: components["schemas"]["EmailAddress"];
            /** @description The user's password. */
            password: string;
        };
        UserChanges: {
            /** @description The new name. */
            name?: string;
            /** @description The language of the dashboard, such as `de`. */
            language?: string;
            /** @description A new password; ends all other sessions. */
            password?: string;
            /** @description The current password; required for a new one. */
            current_password?: string;
        };
        /** @description A session of the user. */
        OwnSession: {
            /** @description Its id. */
            id: string;
            /** @description When the user logged in. */
            created: components["schemas"]["Timestamp"];
            /** @description When it was last used, to five minutes. */
            last_seen: components["schemas"]["Timestamp"];
            /** @description Its latest end. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The IP address that the user logged in from. */
            address: string;
            /** @description The user agent of the browser. */
            user_agent: string;
            /** @description Whether it is the session of this request. */
            current: boolean;
        };
        /** @description A change, and who made it. */
        AuditEntry: {
            /** @constant */
            object: "audit_entry";
            /** @description Its id. */
            id: string;
            /** @description When the change was requested. */
            created: components["schemas"]["Timestamp"];
            /** @description The user or API key that made the change. */
            actor: {
                /**
                 * @description Who made the change.
                 * @enum {string}
                 */
                type: "user" | "key";
                /** @description The id of the user or of the API key. */
                id: string;
                /** @description The address of the user, or the name of the key. */
                name: string;
            };
            /** @description The method and path of the call. */
            operation: string;
            /** @description A summary of the call. */
            summary: string;
            /** @description The ids of the changed objects. */
            objects: string[];
            /** @description The object before, without secrets and cut to 16 KB; absent if not known. */
            before?: unknown;
            /** @description The object afterwards, likewise. */
            after?: unknown;
            /**
             * @description `refused`: a failed log-in. `unknown`: a service did not respond, or has not yet, so the change may have been made.
             * @enum {string}
             */
            outcome: "done" | "unknown" | "refused";
            /** @description The id of the request. */
            request_id: string;
            /** @description The IP address of the caller. */
            address: string;
        };
        /** @description A key without its secret. */
        ApiKey: {
            /** @constant */
            object: "api_key";
            /** @description Its id. */
            id: string;
            /**
             * @description A test key works like a live key and sends nothing.
             * @enum {string}
             */
            kind: "live" | "test";
            /** @description The name. */
            name: string;
            /** @description The start of the secret. */
            hint: string;
            created: components["schemas"]["Timestamp"];
            /** @description What it can do; without them, everything. */
            scopes?: ("send" | "read" | "manage")[];
            /** @description When it stops working. */
            expires?: components["schemas"]["Timestamp"];
            /** @description When it was last used, to the minute. */
            last_used?: components["schemas"]["Timestamp"];
        };
        ApiKeyBody: {
            /**
             * @description A test key works like a live key and sends nothing.
             * @enum {string}
             */
            kind: "live" | "test";
            /** @description The name. */
            name: string;
            /** @description What the key can do; without them, everything. */
            scopes?: ("send" | "read" | "manage")[];
            /** @description When the key stops working, in Unix seconds. */
            expires?: components["schemas"]["Timestamp"];
        };
        /** @description A key with its secret. */
        NewApiKey: {
            /** @constant */
            object: "api_key";
            /** @description Its id. */
            id: string;
            /**
             * @description A test key works like a live key and sends nothing.
             * @enum {string}
             */
            kind: "live" | "test";
            /** @description The name. */
            name: string;
            /** @description The start of the secret. */
            hint: string;
            created: components["schemas"]["Timestamp"];
            /** @description What it can do; without them, everything. */
            scopes?: ("send" | "read" | "manage")[];
            /** @description When it stops working. */
            expires?: components["schemas"]["Timestamp"];
            /** @description When it was last used, to the minute. */
            last_used?: components["schemas"]["Timestamp"];
            /** @description The key. It is shown only here. */
            secret: string;
        };
        BatchBody: components["schemas"]["BatchCall"][];
        BatchCall: {
            /** @description The full path with `/api/v1`, and a query string if needed. */
            path: string;
            /** @description The HTTP method, in any case of letters. */
            method: string;
            /** @description The body of the call; `{}` if omitted. */
            body?: unknown;
            /** @description `Idempotency-Key`; others are ignored. */
            headers?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The response to one call of a batch. */
        BatchItem: {
            /** @description As in the call. */
            path: unknown;
            /** @description As in the call. */
            method: unknown;
            /** @description The HTTP status of the response. */
            status_code: number;
            /** @description The response; of an error, its message. */
            body: unknown;
            /** @description Header fields of the response. */
            headers?: {
                [key: string]: string;
            };
        };
        /** @description A limit of the account or key. */
        Limit: {
            /**
             * @description What is limited.
             * @enum {string}
             */
            name: "requests_per_second" | "key_requests_per_second" | "renders_per_second" | "mjml_seconds_per_second" | "body_bytes_per_second" | "pending_mails" | "esp_accounts" | "templates" | "snippets" | "versions" | "images" | "drip_campaigns" | "drip_members" | "suppressions" | "send_proposals" | "test_clocks" | "webhooks" | "alerts" | "identity_hooks" | "api_keys" | "users" | "template_bytes" | "image_bytes" | "compiled_bytes" | "attachment_bytes";
            /** @description The limit; of a rate, per second. */
            limit: number;
            /** @description Of a rate: the burst. */
            burst?: number;
            /** @description How much is used; of a rate, of its burst. Absent while its service is unavailable. */
            used?: number;
            /** @description How much is left; absent while its service is unavailable. */
            remaining?: number;
            /** @description Of a rate: seconds until the whole burst is available. */
            reset?: number;
        };
        /** @description How users can log in. */
        LogInMethods: {
            /** @constant */
            object: "log_in_methods";
            /**
             * @description Users can log in with `POST /session`.
             * @constant
             */
            password: true;
            /** @description The address that redirects to the OIDC provider; null if there is none. */
            oidc: string | null;
        };
        ResetBody: {
            /** @description The address that the user logs in with. */
            email: components["schemas"]["EmailAddress"];
        };
        ConfirmBody: {
            /** @description The part of the link after `#`. */
            token: string;
            /** @description The new password: 12 to 256 characters. */
            password: string;
        };
    };
    responses: {
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `template_not_found`: the body names a template that does not exist.
         *
         *     `version_not_found`: the body names a version that does not exist, or none is published.
         *
         *     `invalid_template`: a template does not parse or compile; the message says where and why.
         *
         *     `esp_account_not_found`: the body names an ESP account that does not exist.
         *
         *     `no_esp_account`: there is neither an ESP account nor a default mail server.
         *
         *     `sender_required`: no sender given, and no default sender configured.
         */
        "InvalidRequest.TemplateNotFound.VersionNotFound.InvalidTemplate.EspAccountNotFound.NoEspAccount.SenderRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `unauthenticated`: there is no API key.
         *
         *     `session_required`: there is no session, or it has ended.
         */
        "Unauthenticated.SessionRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "unauthenticated",
                 *       "message": "There is no API key",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_api_key`: the key is unknown, revoked or expired.
         *
         *     `csrf_refused`: the page is of another origin, or its origin is unknown.
         *
         *     `https_required`: plain HTTP where HTTPS is required.
         *
         *     `forbidden`: the key lacks the scope, or the user the role.
         */
        "InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_api_key",
                 *       "message": "The key is unknown, revoked or expired",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `rate_limited`: too many requests, renders, bytes of request bodies or seconds of compiling MJML.
         *
         *     `quota_exceeded`: the account has as much as it may have.
         */
        "RateLimited.QuotaExceeded": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "rate_limited",
                 *       "message": "Too many requests, renders, bytes of request bodies or seconds of compiling MJML",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `internal`: unexpected server error; the log has details under the request id. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "internal",
                 *       "message": "Unexpected server error; the log has details under the request id",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: a service is unavailable or too slow; `carried_out` says whether the call can have been carried out, `reason` why. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "unavailable",
                 *       "message": "A service is unavailable or too slow; `carried_out` says whether the call can have been carried out, `reason` why",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: the body or the response is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "payload_too_large",
                 *       "message": "The body or the response is too large",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_in_progress`: the first request with this Idempotency-Key is still in progress. */
        IdempotencyInProgress: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "idempotency_in_progress",
                 *       "message": "The first request with this Idempotency-Key is still in progress",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_mismatch`: the Idempotency-Key was used with another request. */
        IdempotencyMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "idempotency_mismatch",
                 *       "message": "The Idempotency-Key was used with another request",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `log_not_found`: the body names a log that does not exist.
         *
         *     `esp_account_not_found`: the body names an ESP account that does not exist.
         */
        "InvalidRequest.LogNotFound.EspAccountNotFound": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_found`: what the path names does not exist. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "not_found",
                 *       "message": "What the path names does not exist",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit. */
        InvalidRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `rate_limited`: too many requests, renders, bytes of request bodies or seconds of compiling MJML. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "rate_limited",
                 *       "message": "Too many requests, renders, bytes of request bodies or seconds of compiling MJML",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `esp_account_not_found`: the body names an ESP account that does not exist.
         *
         *     `no_esp_account`: there is neither an ESP account nor a default mail server.
         *
         *     `invalid_template`: a template does not parse or compile; the message says where and why.
         */
        "InvalidRequest.EspAccountNotFound.NoEspAccount.InvalidTemplate": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `proposal_closed`: the proposal was approved or rejected, or has expired.
         *
         *     `idempotency_in_progress`: the first request with this Idempotency-Key is still in progress.
         */
        "ProposalClosed.IdempotencyInProgress": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "proposal_closed",
                 *       "message": "The proposal was approved or rejected, or has expired",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `proposal_closed`: the proposal was approved or rejected, or has expired. */
        ProposalClosed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "proposal_closed",
                 *       "message": "The proposal was approved or rejected, or has expired",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `in_use`: something else needs what you delete, rename or unpublish. */
        InUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "in_use",
                 *       "message": "Something else needs what you delete, rename or unpublish",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `not_cancellable`: the email was already handed to a provider, or has ended. */
        NotCancellable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "not_cancellable",
                 *       "message": "The email was already handed to a provider, or has ended",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `template_not_found`: the body names a template that does not exist.
         *
         *     `version_not_found`: the body names a version that does not exist, or none is published.
         *
         *     `missing_template_data`: a strict rendering lacks data; the message lists every missing name.
         *
         *     `invalid_template`: a template does not parse or compile; the message says where and why.
         */
        "InvalidRequest.TemplateNotFound.VersionNotFound.MissingTemplateData.InvalidTemplate": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `invalid_template`: a template does not parse or compile; the message says where and why.
         */
        "InvalidRequest.InvalidTemplate": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `review_required`: the version needs the approval of another user. */
        ReviewRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "review_required",
                 *       "message": "The version needs the approval of another user",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `template_not_found`: the body names a template that does not exist.
         */
        "InvalidRequest.TemplateNotFound": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `precondition_failed`: the object has changed since `If-Match` or `replaces`. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "precondition_failed",
                 *       "message": "The object has changed since `If-Match` or `replaces`",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `in_use`: something else needs what you delete, rename or unpublish.
         *
         *     `review_required`: the version needs the approval of another user.
         */
        "InUse.ReviewRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "in_use",
                 *       "message": "Something else needs what you delete, rename or unpublish",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `version_not_found`: the body names a version that does not exist, or none is published.
         */
        "InvalidRequest.VersionNotFound": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `drip_campaign_not_found`: the drip campaign does not exist.
         *
         *     `drip_campaign_disabled`: the drip campaign is disabled.
         *
         *     `esp_account_not_found`: the body names an ESP account that does not exist.
         *
         *     `no_esp_account`: there is neither an ESP account nor a default mail server.
         *
         *     `sender_required`: no sender given, and no default sender configured.
         */
        "InvalidRequest.DripCampaignNotFound.DripCampaignDisabled.EspAccountNotFound.NoEspAccount.SenderRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `esp_account_not_found`: the body names an ESP account that does not exist.
         */
        "InvalidRequest.EspAccountNotFound": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `provider_refused`: the provider of an ESP account rejected the request or did not respond; the message contains its response. */
        ProviderRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "provider_refused",
                 *       "message": "The provider of an ESP account rejected the request or did not respond; the message contains its response",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `webhook_disabled`: the webhook is disabled. */
        WebhookDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "webhook_disabled",
                 *       "message": "The webhook is disabled",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `no_esp_account`: there is neither an ESP account nor a default mail server.
         *
         *     `sender_required`: no sender given, and no default sender configured.
         */
        "InvalidRequest.NoEspAccount.SenderRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_request",
                 *       "message": "A field, the path or the query string is missing, has the wrong type or breaks a limit",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `last_admin`: the account would have no administrator left. */
        LastAdmin: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "last_admin",
                 *       "message": "The account would have no administrator left",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_api_key`: the key is unknown, revoked or expired.
         *
         *     `csrf_refused`: the page is of another origin, or its origin is unknown.
         *
         *     `https_required`: plain HTTP where HTTPS is required.
         *
         *     `invalid_token`: the link is unknown, used or expired.
         */
        "InvalidApiKey.CsrfRefused.HttpsRequired.InvalidToken": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_api_key",
                 *       "message": "The key is unknown, revoked or expired",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_api_key`: the key is unknown, revoked or expired.
         *
         *     `csrf_refused`: the page is of another origin, or its origin is unknown.
         *
         *     `https_required`: plain HTTP where HTTPS is required.
         *
         *     `invalid_token`: the link is unknown, used or expired.
         *
         *     `wrong_credentials`: the email address or the password is wrong.
         */
        "InvalidApiKey.CsrfRefused.HttpsRequired.InvalidToken.WrongCredentials": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_api_key",
                 *       "message": "The key is unknown, revoked or expired",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_api_key`: the key is unknown, revoked or expired.
         *
         *     `csrf_refused`: the page is of another origin, or its origin is unknown.
         *
         *     `https_required`: plain HTTP where HTTPS is required.
         *
         *     `wrong_credentials`: the email address or the password is wrong.
         */
        "InvalidApiKey.CsrfRefused.HttpsRequired.WrongCredentials": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_api_key",
                 *       "message": "The key is unknown, revoked or expired",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_api_key`: the key is unknown, revoked or expired.
         *
         *     `csrf_refused`: the page is of another origin, or its origin is unknown.
         *
         *     `https_required`: plain HTTP where HTTPS is required.
         */
        "InvalidApiKey.CsrfRefused.HttpsRequired": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "status": "invalid_api_key",
                 *       "message": "The key is unknown, revoked or expired",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Your own value for this request. Within 24 hours, the same request with the same key is carried out once and gets the same response. */
        IdempotencyKey: string;
        /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
        IfMatch: string;
        /** @description The `ETag` of the caller's copy. If it is current, the response is 304. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description The id of the request: its own, or a new one. */
        "X-Request-Id": string;
        /** @description The burst: how many requests are possible at once. */
        "RateLimit-Limit": number;
        /** @description How many requests are left. */
        "RateLimit-Remaining": number;
        /** @description Seconds until the whole burst is available. */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before the next request. */
        "Retry-After": number;
        /** @description `true`: this is the response to an earlier request with the same Idempotency-Key. */
        "Idempotency-Replayed": "true";
        /** @description The revision of the object, for `If-Match`. */
        ETag: string;
        /** @description How to authenticate. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "Send.send": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own value for this request. Within 24 hours, the same request with the same key is carried out once and gets the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                 *       "recipient": {
                 *         "address": "ada@example.com",
                 *         "name": "Ada"
                 *       },
                 *       "template_data": {
                 *         "number": "R-1"
                 *       },
                 *       "sender": {
                 *         "address": "billing@acme.example",
                 *         "reply_to": "help@acme.example",
                 *         "name": "Acme"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SendBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "receipt_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "email": {
                     *         "name": "Receipt",
                     *         "version_name": "Receipt",
                     *         "locale": "en-US"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The id of the log of this email. */
                        receipt_id: string;
                        /** @description The version that is sent. */
                        email: {
                            /** @description The name of the template, or `No template`. */
                            name: string;
                            /** @description The name of the version; empty without a template. */
                            version_name: string;
                            locale: components["schemas"]["Locale"];
                        };
                        /** @description With `separate`: the email of each recipient, in the order of `to`. */
                        receipts?: {
                            /** @description The address of the recipient. */
                            address: string;
                            /** @description The id of the log of the email to this recipient. */
                            receipt_id: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.TemplateNotFound.VersionNotFound.InvalidTemplate.EspAccountNotFound.NoEspAccount.SenderRequired"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Send.resend": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own value for this request. Within 24 hours, the same request with the same key is carried out once and gets the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "log_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the log of the email to send again. */
                    log_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "receipt_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "email": {
                     *         "name": "Receipt",
                     *         "version_name": "Receipt",
                     *         "locale": "en-US"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The id of the log of this email. */
                        receipt_id: string;
                        /** @description The version that is sent. */
                        email: {
                            /** @description The name of the template, or `No template`. */
                            name: string;
                            /** @description The name of the version; empty without a template. */
                            version_name: string;
                            locale: components["schemas"]["Locale"];
                        };
                        /** @description With `separate`: the email of each recipient, in the order of `to`. */
                        receipts?: {
                            /** @description The address of the recipient. */
                            address: string;
                            /** @description The id of the log of the email to this recipient. */
                            receipt_id: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.LogNotFound.EspAccountNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "RawMails.send": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own value for this request. Within 24 hours, the same request with the same key is carried out once and gets the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "raw": "RnJvbTogYmlsbGluZ0BhY21lLmV4YW1wbGUNClRvOiBhZGFAZXhhbXBsZS5jb20NClN1YmplY3Q6IEhlbGxvDQoNCkhlbGxvDQo=",
                 *       "tags": [
                 *         "receipts"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["RawSendBody"];
                "message/rfc822": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "receipt_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "email": {
                     *         "name": "Receipt",
                     *         "version_name": "Receipt",
                     *         "locale": "en-US"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The id of the log of this email. */
                        receipt_id: string;
                        /** @description The version that is sent. */
                        email: {
                            /** @description The name of the template, or `No template`. */
                            name: string;
                            /** @description The name of the version; empty without a template. */
                            version_name: string;
                            locale: components["schemas"]["Locale"];
                        };
                        /** @description With `separate`: the email of each recipient, in the order of `to`. */
                        receipts?: {
                            /** @description The address of the recipient. */
                            address: string;
                            /** @description The id of the log of the email to this recipient. */
                            receipt_id: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.TemplateNotFound.VersionNotFound.InvalidTemplate.EspAccountNotFound.NoEspAccount.SenderRequired"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "SendProposals.list": {
        parameters: {
            query?: {
                /** @description Only proposals with this status. */
                status?: "open" | "approved" | "rejected" | "expired";
                /** @description The size of a page; 100 by default. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "send_proposal",
                     *           "id": "spr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "status": "open",
                     *           "created": 1790000000,
                     *           "expires": 1790604800,
                     *           "proposed_by": {
                     *             "type": "key",
                     *             "id": "key_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "name": "Assistant"
                     *           },
                     *           "recipient": {
                     *             "address": "ada@example.com"
                     *           },
                     *           "recipients": 1,
                     *           "subject": "Your receipt R-1",
                     *           "email": {
                     *             "name": "No template",
                     *             "version_name": "",
                     *             "locale": "en-US"
                     *           },
                     *           "test": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first. */
                        data: components["schemas"]["SendProposal"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "SendProposals.propose": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own value for this request. Within 24 hours, the same request with the same key is carried out once and gets the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Your receipt R-1",
                 *       "text": "Hello Ada",
                 *       "recipient": {
                 *         "address": "ada@example.com"
                 *       },
                 *       "sender": {
                 *         "address": "billing@acme.example"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SendProposalBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "send_proposal": {
                     *         "object": "send_proposal",
                     *         "id": "spr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "status": "open",
                     *         "created": 1790000000,
                     *         "expires": 1790604800,
                     *         "proposed_by": {
                     *           "type": "key",
                     *           "id": "key_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Assistant"
                     *         },
                     *         "recipient": {
                     *           "address": "ada@example.com"
                     *         },
                     *         "recipients": 1,
                     *         "subject": "Your receipt R-1",
                     *         "email": {
                     *           "name": "No template",
                     *           "version_name": "",
                     *           "locale": "en-US"
                     *         },
                     *         "test": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        send_proposal: components["schemas"]["SendProposal"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.TemplateNotFound.VersionNotFound.InvalidTemplate.EspAccountNotFound.NoEspAccount.SenderRequired"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "SendProposals.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "send_proposal",
                     *       "id": "spr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "status": "open",
                     *       "created": 1790000000,
                     *       "expires": 1790604800,
                     *       "proposed_by": {
                     *         "type": "key",
                     *         "id": "key_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Assistant"
                     *       },
                     *       "recipient": {
                     *         "address": "ada@example.com"
                     *       },
                     *       "recipients": 1,
                     *       "subject": "Your receipt R-1",
                     *       "email": {
                     *         "name": "No template",
                     *         "version_name": "",
                     *         "locale": "en-US"
                     *       },
                     *       "test": false,
                     *       "mail": {
                     *         "sender": {
                     *           "address": "billing@acme.example",
                     *           "reply_to": "help@acme.example",
                     *           "name": "Acme"
                     *         },
                     *         "recipient": {
                     *           "address": "ada@example.com"
                     *         },
                     *         "cc": [],
                     *         "bcc": [],
                     *         "subject": "Your receipt R-1",
                     *         "text": "Hello Ada",
                     *         "notes": [],
                     *         "headers": {},
                     *         "tags": [],
                     *         "template_data": {},
                     *         "locale": "en-US"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ShownSendProposal"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "SendProposals.approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "send_proposal": {
                     *         "object": "send_proposal",
                     *         "id": "spr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "status": "approved",
                     *         "created": 1790000000,
                     *         "expires": 1790604800,
                     *         "proposed_by": {
                     *           "type": "key",
                     *           "id": "key_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Assistant"
                     *         },
                     *         "recipient": {
                     *           "address": "ada@example.com"
                     *         },
                     *         "recipients": 1,
                     *         "subject": "Your receipt R-1",
                     *         "email": {
                     *           "name": "No template",
                     *           "version_name": "",
                     *           "locale": "en-US"
                     *         },
                     *         "test": false,
                     *         "decided": 1790000120,
                     *         "decided_by": {
                     *           "type": "user",
                     *           "id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "grace@acme.example"
                     *         },
                     *         "log_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        send_proposal: components["schemas"]["SendProposal"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.EspAccountNotFound.NoEspAccount.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProposalClosed.IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "SendProposals.reject": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Wrong amount"
                 *     }
                 */
                "application/json": components["schemas"]["RejectionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "send_proposal": {
                     *         "object": "send_proposal",
                     *         "id": "spr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "status": "rejected",
                     *         "created": 1790000000,
                     *         "expires": 1790604800,
                     *         "proposed_by": {
                     *           "type": "key",
                     *           "id": "key_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Assistant"
                     *         },
                     *         "recipient": {
                     *           "address": "ada@example.com"
                     *         },
                     *         "recipients": 1,
                     *         "subject": "Your receipt R-1",
                     *         "email": {
                     *           "name": "No template",
                     *           "version_name": "",
                     *           "locale": "en-US"
                     *         },
                     *         "test": false,
                     *         "decided": 1790000120,
                     *         "decided_by": {
                     *           "type": "user",
                     *           "id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "grace@acme.example"
                     *         },
                     *         "reason": "Wrong amount"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        send_proposal: components["schemas"]["SendProposal"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProposalClosed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "TestClocks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "test_clock",
                     *           "id": "tcl_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Onboarding",
                     *           "recipients": [
                     *             "ada@example.com"
                     *           ],
                     *           "time": 1790000000,
                     *           "next_due": null,
                     *           "created": 1790000000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first. */
                        data: components["schemas"]["TestClock"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "TestClocks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipients": [
                 *         "ada@example.com"
                 *       ],
                 *       "name": "Onboarding"
                 *     }
                 */
                "application/json": components["schemas"]["TestClockBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "test_clock": {
                     *         "object": "test_clock",
                     *         "id": "tcl_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Onboarding",
                     *         "recipients": [
                     *           "ada@example.com"
                     *         ],
                     *         "time": 1790000000,
                     *         "next_due": null,
                     *         "created": 1790000000
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        test_clock: components["schemas"]["TestClock"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            409: components["responses"]["InUse"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "TestClocks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "test_clock",
                     *       "id": "tcl_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Onboarding",
                     *       "recipients": [
                     *         "ada@example.com"
                     *       ],
                     *       "time": 1790000000,
                     *       "next_due": null,
                     *       "created": 1790000000
                     *     }
                     */
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "TestClocks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "TestClocks.advance": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": 1790000000
                 *     }
                 */
                "application/json": components["schemas"]["TestClockAdvance"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "test_clock": {
                     *         "object": "test_clock",
                     *         "id": "tcl_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Onboarding",
                     *         "recipients": [
                     *           "ada@example.com"
                     *         ],
                     *         "time": 1790000000,
                     *         "next_due": null,
                     *         "created": 1790000000
                     *       },
                     *       "emails": []
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        test_clock: components["schemas"]["TestClock"];
                        /** @description The emails that became due since the last call, in order. */
                        emails: {
                            /** @description The id of its log. */
                            log_id: string;
                            /** @description Its recipient. */
                            recipient_address: string;
                            /** @description The time on the clock at which it was due. */
                            due: components["schemas"]["Timestamp"];
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.list": {
        parameters: {
            query?: {
                /** @description The number of logs. */
                count?: number;
                /** @description The number of logs to skip. */
                offset?: number;
                /** @description Only logs created after this time. */
                created_gt?: number;
                /** @description Only logs created at this time or after it. */
                created_gte?: number;
                /** @description Only logs created before this time. */
                created_lt?: number;
                /** @description Only logs created at this time or before it. */
                created_lte?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "log",
                     *         "id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "recipient_name": "Ada",
                     *         "recipient_address": "ada@example.com",
                     *         "status": "sent",
                     *         "message": "Accepted by the mail server",
                     *         "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email_name": "Receipt",
                     *         "email_version": "Receipt"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Log"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.search": {
        parameters: {
            query?: {
                /** @description The number of logs. */
                count?: number;
                /** @description Only logs created after this time. */
                created_gt?: number;
                /** @description Only logs created at this time or after it. */
                created_gte?: number;
                /** @description Only logs created before this time. */
                created_lt?: number;
                /** @description Only logs created at this time or before it. */
                created_lte?: number;
                /** @description An address; the id of a log or its beginning; or text in address, name, subject, template or version name, or a whole tag. */
                q?: string;
                /** @description Only logs with one of these statuses, separated by commas. */
                status?: string;
                /** @description Only logs of the template with this id. */
                template?: string;
                /** @description Only logs of emails accepted for the ESP account with this id. */
                esp_account?: string;
                /** @description Only logs of emails with this tag. */
                tag?: string;
                /** @description `true`: only logs of test keys; `false`: none of them. */
                test?: "true" | "false";
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "log",
                     *           "id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "created": 1790000000,
                     *           "recipient_name": "Ada",
                     *           "recipient_address": "ada@example.com",
                     *           "status": "sent",
                     *           "message": "Accepted by the mail server",
                     *           "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "email_name": "Receipt",
                     *           "email_version": "Receipt",
                     *           "subject": "Your receipt R-1",
                     *           "sender": "billing@acme.example",
                     *           "tags": [
                     *             "receipt"
                     *           ],
                     *           "test": false,
                     *           "status_changed": 1790000012
                     *         }
                     *       ],
                     *       "next_cursor": null,
                     *       "searched_to": null
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first. */
                        data: components["schemas"]["FoundLog"][];
                        /** @description The `cursor` of the next page; null when everything was searched. A page without logs can have one. */
                        next_cursor: string | null;
                        /** @description The search covered logs back to this time. Null if it covered all logs. */
                        searched_to: components["schemas"]["Timestamp"] | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the log, which is the receipt of the send. */
                log_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "log",
                     *       "id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "created": 1790000000,
                     *       "recipient_name": "Ada",
                     *       "recipient_address": "ada@example.com",
                     *       "status": "sent",
                     *       "message": "Accepted by the mail server",
                     *       "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "email_name": "Receipt",
                     *       "email_version": "Receipt"
                     *     }
                     */
                    "application/json": components["schemas"]["Log"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.listEvents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the log, which is the receipt of the send. */
                log_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "event",
                     *         "created": 1790000000,
                     *         "type": "requested",
                     *         "message": "Request received"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["LogEvent"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.listAttempts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the log, which is the receipt of the send. */
                log_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "attempt",
                     *         "attempt": 1,
                     *         "started": 1790000000,
                     *         "milliseconds": 212,
                     *         "outcome": "sent",
                     *         "message": "250 2.0.0 Ok: queued as 4711",
                     *         "esp_account": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "provider_message_id": "4711"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Attempt"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.getMail": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the log, which is the receipt of the send. */
                log_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "mail",
                     *       "log_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "created": 1790000000,
                     *       "sender": {
                     *         "address": "billing@acme.example",
                     *         "reply_to": "help@acme.example",
                     *         "name": "Acme"
                     *       },
                     *       "recipient": {
                     *         "address": "ada@example.com",
                     *         "name": "Ada"
                     *       },
                     *       "cc": [],
                     *       "bcc": [],
                     *       "subject": "Your receipt R-1",
                     *       "html": "<p>Hello Ada</p>",
                     *       "text": "Hello Ada",
                     *       "notes": [],
                     *       "headers": {},
                     *       "tags": [
                     *         "receipts"
                     *       ],
                     *       "template_data": {
                     *         "name": "Ada",
                     *         "number": "R-1"
                     *       },
                     *       "locale": "en-US",
                     *       "version": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "esp_account": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "test": false,
                     *       "attachments": [
                     *         {
                     *           "name": "receipt.pdf",
                     *           "bytes": 5120,
                     *           "inline": false,
                     *           "content_type": "application/pdf"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Mail"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.getMailSource": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the log, which is the receipt of the send. */
                log_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "mail_source",
                     *       "log_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "source": "From: Acme <billing@acme.example>\r\nTo: Ada <ada@example.com>\r\nSubject: Your receipt R-1\r\n",
                     *       "complete": true
                     *     }
                     */
                    "application/json": components["schemas"]["MailSource"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.downloadAttachment": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the log, which is the receipt of the send. */
                log_id: string;
                index: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Logs.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the log, which is the receipt of the send. */
                log_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NotCancellable"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Customers.list": {
        parameters: {
            query?: {
                /** @description The start of the address, or with a leading `@`, of its domain. */
                search?: string;
                /** @description Only customers with this locale. */
                locale?: components["schemas"]["Locale"];
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "customer",
                     *           "email": "ada@example.com",
                     *           "data": {
                     *             "plan": "pro"
                     *           },
                     *           "created": 1790000000,
                     *           "locale": "en-GB"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description By address; for a domain search, by domain. */
                        data: components["schemas"]["Customer"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Customers.upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@example.com",
                 *       "data": {
                 *         "plan": "pro"
                 *       },
                 *       "locale": "en-GB"
                 *     }
                 */
                "application/json": components["schemas"]["CustomerBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Customers.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: components["schemas"]["EmailAddress"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "customer": {
                     *         "object": "customer",
                     *         "email": "ada@example.com",
                     *         "data": {
                     *           "plan": "pro"
                     *         },
                     *         "created": 1790000000,
                     *         "locale": "en-GB"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        customer: components["schemas"]["Customer"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Customers.delete": {
        parameters: {
            query?: {
                /** @description Whether to erase the person everywhere: in logs, memberships and tracking. */
                erase?: "true" | "false";
            };
            header?: never;
            path: {
                email: components["schemas"]["EmailAddress"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Only with `erase=true`. */
                        erasure?: components["schemas"]["Erasure"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Customers.export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: components["schemas"]["EmailAddress"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "customer_export",
                     *       "email": "ada@example.com",
                     *       "created": 1790000000,
                     *       "customer": {
                     *         "object": "customer",
                     *         "email": "ada@example.com",
                     *         "data": {
                     *           "plan": "pro"
                     *         },
                     *         "created": 1790000000,
                     *         "locale": "en-GB"
                     *       },
                     *       "conversions": [
                     *         {
                     *           "object": "conversion",
                     *           "revenue": 1999,
                     *           "converted": 1790000000
                     *         }
                     *       ],
                     *       "logs": [
                     *         {
                     *           "object": "log",
                     *           "id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "created": 1790000000,
                     *           "recipient_name": "Ada",
                     *           "recipient_address": "ada@example.com",
                     *           "status": "sent",
                     *           "message": "Accepted by the mail server",
                     *           "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "email_name": "Receipt",
                     *           "email_version": "Receipt",
                     *           "events": [
                     *             {
                     *               "created": 1790000000,
                     *               "type": "requested",
                     *               "message": "API request received"
                     *             }
                     *           ],
                     *           "email": {
                     *             "sender": {
                     *               "address": "billing@acme.example",
                     *               "reply_to": "help@acme.example",
                     *               "name": "Acme"
                     *             },
                     *             "template_data": {
                     *               "name": "Ada"
                     *             },
                     *             "headers": {},
                     *             "tags": [
                     *               "receipts"
                     *             ],
                     *             "attachments": []
                     *           }
                     *         }
                     *       ],
                     *       "send_proposals": [
                     *         {
                     *           "object": "send_proposal",
                     *           "id": "spr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "status": "open",
                     *           "created": 1790000000,
                     *           "expires": 1790604800,
                     *           "proposed_by": {
                     *             "type": "key",
                     *             "id": "key_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "name": "Assistant"
                     *           },
                     *           "recipient": {
                     *             "address": "ada@example.com"
                     *           },
                     *           "recipients": 1,
                     *           "subject": "Your receipt R-1",
                     *           "email": {
                     *             "name": "No template",
                     *             "version_name": "",
                     *             "locale": "en-US"
                     *           },
                     *           "test": false,
                     *           "template_data": {},
                     *           "content": {
                     *             "subject": "Your receipt R-1",
                     *             "text": "Hello Ada"
                     *           }
                     *         }
                     *       ],
                     *       "suppressions": [],
                     *       "drip_members": [
                     *         {
                     *           "object": "drip_member",
                     *           "id": "dcm_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "drip_campaign": "dc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "recipient_address": "ada@example.com",
                     *           "test": false,
                     *           "state": "waiting",
                     *           "entered": 1790000000,
                     *           "step": "dcs_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "next_due": 1790086400,
                     *           "email_data": {
                     *             "name": "Ada"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["CustomerExport"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Customers.listLogs": {
        parameters: {
            query?: {
                /** @description The number of logs. */
                count?: number;
                /** @description Only logs created after this time. */
                created_gt?: number;
                /** @description Only logs created before this time. */
                created_lt?: number;
            };
            header?: never;
            path: {
                email: components["schemas"]["EmailAddress"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "logs": [
                     *         {
                     *           "object": "log",
                     *           "id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "created": 1790000000,
                     *           "recipient_name": "Ada",
                     *           "recipient_address": "ada@example.com",
                     *           "status": "sent",
                     *           "message": "Accepted by the mail server",
                     *           "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "email_name": "Receipt",
                     *           "email_version": "Receipt"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Newest first. */
                        logs: components["schemas"]["Log"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Erasures.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "erasure",
                     *       "id": "era_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "created": 1790000000,
                     *       "pseudonym": "7d1f4c0be02b4c6fa3a9@erased.invalid",
                     *       "state": "running",
                     *       "logs": 500,
                     *       "cancelled": 1,
                     *       "drip_members": 0
                     *     }
                     */
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Conversions.record": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                email: components["schemas"]["EmailAddress"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "revenue": 1999
                 *     }
                 */
                "application/json": components["schemas"]["ConversionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Render.render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "template": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                 *       "template_data": {
                 *         "name": "Ada",
                 *         "number": "R-1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RenderBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "template": {
                     *         "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Receipt",
                     *         "version_name": "Receipt",
                     *         "locale": "en-US"
                     *       },
                     *       "subject": "Your receipt R-1",
                     *       "html": "<p>Hello Ada</p>",
                     *       "text": "Hello Ada"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The template and version. */
                        template: {
                            /** @description The id of the template. */
                            id: string;
                            /** @description The name of the template. */
                            name: string;
                            /** @description The name of the version. */
                            version_name: string;
                            locale: components["schemas"]["Locale"];
                        };
                        /** @description The subject. */
                        subject: string;
                        /** @description The HTML part, or empty. */
                        html: string;
                        /** @description The text part. */
                        text: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest.TemplateNotFound.VersionNotFound.MissingTemplateData.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Receipt",
                     *         "locale": "en-US",
                     *         "created": 1790000000,
                     *         "tags": [
                     *           "billing"
                     *         ],
                     *         "versions": [
                     *           {
                     *             "name": "Receipt",
                     *             "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "number": 1,
                     *             "published": true,
                     *             "created": 1790000000,
                     *             "modified": 1790000000
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Template"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipt",
                 *       "subject": "Your receipt {{number}}",
                 *       "html": "<p>Hello {{name}}</p>",
                 *       "engine": "mustache"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "locale": "en-US",
                     *       "name": "Receipt"
                     *     }
                     */
                    "application/json": {
                        /** @description The id of the template. */
                        id: string;
                        locale: components["schemas"]["Locale"];
                        /** @description The name of the template. */
                        name: string;
                        /** @description Content that is valid but may be unintended, such as a tag of Handlebars. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            409: components["responses"]["ReviewRequired"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "engine": "mustache",
                 *       "subject": "Your receipt {{number}}",
                 *       "html": "<p>Hello {{name}}, <a href=\"https://acme.example/r/{{number}}\">your receipt</a></p>",
                 *       "template_data": {
                 *         "name": "Ada",
                 *         "number": 7
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TemplateCheckBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "valid": true,
                     *       "engine": "mustache",
                     *       "problems": [],
                     *       "warnings": [],
                     *       "variables": [
                     *         {
                     *           "name": "number",
                     *           "uses": [
                     *             "printed"
                     *           ]
                     *         },
                     *         {
                     *           "name": "name",
                     *           "uses": [
                     *             "printed"
                     *           ]
                     *         }
                     *       ],
                     *       "snippets": [],
                     *       "links": [
                     *         {
                     *           "part": "html",
                     *           "url": "https://acme.example/r/{{number}}"
                     *         }
                     *       ],
                     *       "sizes": {
                     *         "subject": 14,
                     *         "html": 65,
                     *         "text": 46
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Whether it can be saved. */
                        valid: boolean;
                        engine?: components["schemas"]["TemplateEngine"];
                        /** @description The problems of all parts. */
                        problems: components["schemas"]["TemplateProblem"][];
                        /** @description Content that is valid but may be unintended. */
                        warnings: string[];
                        /** @description The variables of the template, at most 1,000. */
                        variables: components["schemas"]["TemplateVariable"][];
                        /** @description The names of its snippets, nested ones included. */
                        snippets: string[];
                        /** @description Its links, at most 500. */
                        links: components["schemas"]["TemplateLink"][];
                        /** @description The bytes of the rendered email. */
                        sizes: {
                            /** @description Bytes of the subject. */
                            subject?: number;
                            /** @description Bytes of the HTML part. */
                            html?: number;
                            /** @description Bytes of the text part. */
                            text?: number;
                            /** @description Bytes of the AMP part. */
                            amp_html?: number;
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.checkLinks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "urls": [
                 *         "https://acme.invalid/orders"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["LinkCheckBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "links": [
                     *         {
                     *           "url": "https://acme.invalid/orders",
                     *           "works": false,
                     *           "message": "Host name not found (DNS)"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description In the order of `urls`. */
                        links: components["schemas"]["CheckedLink"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "subject": "Your receipt {{number}}",
                 *       "html": "<p>Hello {{name}}</p>{% snippet \"footer\" %}",
                 *       "amp_html": "{{#items}}",
                 *       "template_data": {
                 *         "number": "R-1"
                 *       },
                 *       "snippets": {
                 *         "footer": "<p>Acme Ltd.</p>"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["TemplatePreviewBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "valid": false,
                     *       "engine": "mustache",
                     *       "problems": [
                     *         {
                     *           "part": "amp_html",
                     *           "line": 1,
                     *           "column": 1,
                     *           "message": "amp_html, line 1: {{#items}} is never closed by {{/items}}"
                     *         }
                     *       ],
                     *       "warnings": [],
                     *       "missing": [
                     *         "name"
                     *       ],
                     *       "subject": "Your receipt R-1",
                     *       "html": "<p>Hello </p><p>Acme Ltd.</p>",
                     *       "text": "Hello\n\nAcme Ltd."
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Whether it can be saved. */
                        valid: boolean;
                        engine?: components["schemas"]["TemplateEngine"];
                        /** @description The problems of all parts. */
                        problems: components["schemas"]["TemplateProblem"][];
                        /** @description Content that is valid but may be unintended. */
                        warnings: string[];
                        /** @description Variables that are missing in the data. */
                        missing: string[];
                        /** @description The subject; omitted if it cannot be rendered. */
                        subject?: string;
                        /** @description The preheader, which the HTML part has, too; omitted if it cannot be rendered. */
                        preheader?: string;
                        /** @description The HTML part; omitted if it cannot be rendered. */
                        html?: string;
                        /** @description The text part, or the text of the HTML; omitted if it cannot be rendered. */
                        text?: string;
                        /** @description The AMP part; omitted if it cannot be rendered. */
                        amp_html?: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest.TemplateNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.search": {
        parameters: {
            query?: {
                /** @description The id of a template, or text in its name, tags or the subjects of its published versions. */
                q?: string;
                /** @description Only templates with this tag. */
                tag?: string;
                /** @description Only templates that have this locale. */
                locale?: components["schemas"]["Locale"];
                /** @description `created`, newest first, by default; or `name`. */
                sort?: "created" | "name";
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "template_summary",
                     *           "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Receipt",
                     *           "tags": [
                     *             "billing"
                     *           ],
                     *           "created": 1790000000,
                     *           "modified": 1790000000,
                     *           "subject": "Your receipt {{number}}",
                     *           "locales": [
                     *             {
                     *               "locale": "en-US",
                     *               "default": true,
                     *               "published": 1,
                     *               "drafts": 0
                     *             }
                     *           ],
                     *           "last_sent": 1789948800
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description In the requested order. */
                        data: components["schemas"]["FoundTemplate"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.tags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "tag": "billing",
                     *         "templates": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["TemplateTag"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the caller's copy. If it is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Receipt",
                     *       "locale": "en-US",
                     *       "created": 1790000000,
                     *       "tags": [
                     *         "billing"
                     *       ],
                     *       "versions": [
                     *         {
                     *           "name": "Receipt",
                     *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "number": 1,
                     *           "published": true,
                     *           "created": 1790000000,
                     *           "modified": 1790000000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Not modified since `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipts"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.get.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the caller's copy. If it is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Receipt",
                     *       "locale": "en-US",
                     *       "created": 1790000000,
                     *       "tags": [
                     *         "billing"
                     *       ],
                     *       "versions": [
                     *         {
                     *           "name": "Receipt",
                     *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "number": 1,
                     *           "published": true,
                     *           "created": 1790000000,
                     *           "modified": 1790000000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            /** @description Not modified since `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.update.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipts"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.delete.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipt copy"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateDuplicate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDf",
                     *       "locale": "en-US",
                     *       "name": "Receipt copy"
                     *     }
                     */
                    "application/json": {
                        /** @description The id of the copy. */
                        id: string;
                        locale: components["schemas"]["Locale"];
                        /** @description The name of the copy. */
                        name: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.addLocale": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipt",
                 *       "subject": "Your receipt {{number}}",
                 *       "html": "<p>Hello {{name}}</p>",
                 *       "engine": "mustache",
                 *       "locale": "fr-FR"
                 *     }
                 */
                "application/json": components["schemas"]["TemplateLocaleBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "locale": "fr-FR",
                     *       "name": "Receipt",
                     *       "version_id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *     }
                     */
                    "application/json": {
                        /** @description The id of the template. */
                        id: string;
                        locale: components["schemas"]["Locale"];
                        /** @description The name of the template. */
                        name: string;
                        /** @description The id of the first version of this locale. */
                        version_id: string;
                        /** @description Content that is valid but may be unintended, such as a tag of Handlebars. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.listVersions": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "number": 1,
                     *         "created": 1790000000,
                     *         "modified": 1790000000,
                     *         "published": true,
                     *         "name": "Receipt",
                     *         "subject": "Your receipt {{number}}",
                     *         "html": "<p>Hello {{name}}</p>",
                     *         "text": "",
                     *         "engine": "mustache"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Version"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.createVersion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipt",
                 *       "subject": "Your receipt {{number}}",
                 *       "html": "<p>Hello {{name}}</p>",
                 *       "engine": "mustache"
                 *     }
                 */
                "application/json": components["schemas"]["VersionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": false,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedVersion"];
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.listVersions.ofLocale": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "number": 1,
                     *         "created": 1790000000,
                     *         "modified": 1790000000,
                     *         "published": true,
                     *         "name": "Receipt",
                     *         "subject": "Your receipt {{number}}",
                     *         "html": "<p>Hello {{name}}</p>",
                     *         "text": "",
                     *         "engine": "mustache"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Version"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.createVersion.ofLocale": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipt",
                 *       "subject": "Your receipt {{number}}",
                 *       "html": "<p>Hello {{name}}</p>",
                 *       "engine": "mustache"
                 *     }
                 */
                "application/json": components["schemas"]["VersionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": false,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedVersion"];
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.getVersion": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the caller's copy. If it is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": true,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache"
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            /** @description Not modified since `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.updateVersion": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipt",
                 *       "subject": "Your receipt {{number}}",
                 *       "html": "<p>Hello {{name}}</p>",
                 *       "engine": "mustache"
                 *     }
                 */
                "application/json": components["schemas"]["VersionUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": true,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedVersion"];
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse.ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.deleteVersion": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.getVersion.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the caller's copy. If it is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": true,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache"
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            /** @description Not modified since `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.updateVersion.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Receipt",
                 *       "subject": "Your receipt {{number}}",
                 *       "html": "<p>Hello {{name}}</p>",
                 *       "engine": "mustache"
                 *     }
                 */
                "application/json": components["schemas"]["VersionUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": true,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache"
                     *     }
                     */
                    "application/json": components["schemas"]["SavedVersion"];
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse.ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.deleteVersion.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.versionSchema": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "$schema": "https://json-schema.org/draft/2020-12/schema",
                     *       "type": "object",
                     *       "properties": {
                     *         "name": {
                     *           "type": [
                     *             "string",
                     *             "number",
                     *             "boolean",
                     *             "null"
                     *           ]
                     *         }
                     *       },
                     *       "required": [
                     *         "name"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The version of JSON Schema. */
                        $schema: string;
                        /**
                         * @description `template_data` is an object.
                         * @constant
                         */
                        type: "object";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.versionSchema.ofLocale": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "$schema": "https://json-schema.org/draft/2020-12/schema",
                     *       "type": "object",
                     *       "properties": {
                     *         "name": {
                     *           "type": [
                     *             "string",
                     *             "number",
                     *             "boolean",
                     *             "null"
                     *           ]
                     *         }
                     *       },
                     *       "required": [
                     *         "name"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description The version of JSON Schema. */
                        $schema: string;
                        /**
                         * @description `template_data` is an object.
                         * @constant
                         */
                        type: "object";
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.publishVersion": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": true,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache"
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.publishVersion.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": true,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache"
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.approveVersion": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": false,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache",
                     *       "approved": 1790000000
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.approveVersion.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "number": 1,
                     *       "created": 1790000000,
                     *       "modified": 1790000000,
                     *       "published": false,
                     *       "name": "Receipt",
                     *       "subject": "Your receipt {{number}}",
                     *       "html": "<p>Hello {{name}}</p>",
                     *       "text": "",
                     *       "engine": "mustache",
                     *       "approved": 1790000000
                     *     }
                     */
                    "application/json": components["schemas"]["Version"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.compareVersion": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 2
                 *     }
                 */
                "application/json": components["schemas"]["VersionComparisonBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "published_version": "ver_01KQV5Xx7GJ8sVJ4mB2cDf",
                     *       "mails": 2,
                     *       "changed": 2,
                     *       "failed": 0,
                     *       "clipped": 0,
                     *       "changes": [
                     *         {
                     *           "part": "subject",
                     *           "before": "Your receipt {{number}}",
                     *           "after": "Thank you, {{name}}",
                     *           "mails": 2,
                     *           "log_ids": [
                     *             "log_01KQV5Xx7GJ8sVJ4mB2cDf",
                     *             "log_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *           ]
                     *         }
                     *       ],
                     *       "failures": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["VersionComparison"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.compareVersion.ofLocale": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "limit": 2
                 *     }
                 */
                "application/json": components["schemas"]["VersionComparisonBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "published_version": "ver_01KQV5Xx7GJ8sVJ4mB2cDf",
                     *       "mails": 2,
                     *       "changed": 2,
                     *       "failed": 0,
                     *       "clipped": 0,
                     *       "changes": [
                     *         {
                     *           "part": "subject",
                     *           "before": "Your receipt {{number}}",
                     *           "after": "Thank you, {{name}}",
                     *           "mails": 2,
                     *           "log_ids": [
                     *             "log_01KQV5Xx7GJ8sVJ4mB2cDf",
                     *             "log_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *           ]
                     *         }
                     *       ],
                     *       "failures": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": components["schemas"]["VersionComparison"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.setAbTest": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "versions": [
                 *         {
                 *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                 *           "weight": 1
                 *         },
                 *         {
                 *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDf",
                 *           "weight": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AbTestBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Receipt",
                     *       "locale": "en-US",
                     *       "created": 1790000000,
                     *       "tags": [
                     *         "billing"
                     *       ],
                     *       "versions": [
                     *         {
                     *           "name": "Receipt",
                     *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "number": 1,
                     *           "published": true,
                     *           "created": 1790000000,
                     *           "modified": 1790000000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["InvalidRequest.VersionNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.endAbTest": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Receipt",
                     *       "locale": "en-US",
                     *       "created": 1790000000,
                     *       "tags": [
                     *         "billing"
                     *       ],
                     *       "versions": [
                     *         {
                     *           "name": "Receipt",
                     *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "number": 1,
                     *           "published": true,
                     *           "created": 1790000000,
                     *           "modified": 1790000000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.setAbTest.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "versions": [
                 *         {
                 *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                 *           "weight": 1
                 *         },
                 *         {
                 *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDf",
                 *           "weight": 1
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["AbTestBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Receipt",
                     *       "locale": "en-US",
                     *       "created": 1790000000,
                     *       "tags": [
                     *         "billing"
                     *       ],
                     *       "versions": [
                     *         {
                     *           "name": "Receipt",
                     *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "number": 1,
                     *           "published": true,
                     *           "created": 1790000000,
                     *           "modified": 1790000000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["InvalidRequest.VersionNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.endAbTest.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Receipt",
                     *       "locale": "en-US",
                     *       "created": 1790000000,
                     *       "tags": [
                     *         "billing"
                     *       ],
                     *       "versions": [
                     *         {
                     *           "name": "Receipt",
                     *           "id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "number": 1,
                     *           "published": true,
                     *           "created": 1790000000,
                     *           "modified": 1790000000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Comments.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "comment",
                     *         "id": "cmt_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "text": "Shall we mention the number?"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Comment"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Comments.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Shall we mention the number?"
                 *     }
                 */
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "comment": {
                     *         "object": "comment",
                     *         "id": "cmt_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "text": "Shall we mention the number?"
                     *       },
                     *       "mentioned": [
                     *         "Grace"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        comment: components["schemas"]["Comment"];
                        /** @description The names of the mentioned users, who get an email. */
                        mentioned: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Comments.list.ofLocale": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "comment",
                     *         "id": "cmt_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "text": "Shall we mention the number?"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Comment"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Comments.create.ofLocale": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "text": "Shall we mention the number?"
                 *     }
                 */
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "comment": {
                     *         "object": "comment",
                     *         "id": "cmt_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "text": "Shall we mention the number?"
                     *       },
                     *       "mentioned": [
                     *         "Grace"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        comment: components["schemas"]["Comment"];
                        /** @description The names of the mentioned users, who get an email. */
                        mentioned: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Comments.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                /** @description The id of the version. */
                version_id: string;
                comment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Comments.delete.ofLocale": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                locale: components["schemas"]["Locale"];
                /** @description The id of the version. */
                version_id: string;
                comment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Samples.list": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "sample",
                     *         "id": "smp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "A long order",
                     *         "template_data": {
                     *           "name": "Ada",
                     *           "number": "R-1"
                     *         },
                     *         "created": 1790000000,
                     *         "modified": 1790000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Sample"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Samples.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "A long order",
                 *       "template_data": {
                 *         "name": "Ada",
                 *         "number": "R-1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SampleBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "sample": {
                     *         "object": "sample",
                     *         "id": "smp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "A long order",
                     *         "template_data": {
                     *           "name": "Ada",
                     *           "number": "R-1"
                     *         },
                     *         "created": 1790000000,
                     *         "modified": 1790000000
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        sample: components["schemas"]["Sample"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Samples.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                sample_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "A long order",
                 *       "template_data": {
                 *         "name": "Ada",
                 *         "number": "R-1"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["SampleBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "sample": {
                     *         "object": "sample",
                     *         "id": "smp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "A long order",
                     *         "template_data": {
                     *           "name": "Ada",
                     *           "number": "R-1"
                     *         },
                     *         "created": 1790000000,
                     *         "modified": 1790000000
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        sample: components["schemas"]["Sample"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Samples.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the template. */
                template_id: string;
                sample_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Snippets.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "snippet",
                     *         "id": "snp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "footer",
                     *         "body": "<p>Acme Inc.</p>",
                     *         "created": 1790000000,
                     *         "modified": 1790000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Snippet"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Snippets.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "footer",
                 *       "body": "<p>Acme Inc.</p>"
                 *     }
                 */
                "application/json": components["schemas"]["SnippetBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "snippet": {
                     *         "object": "snippet",
                     *         "id": "snp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "footer",
                     *         "body": "<p>Acme Inc.</p>",
                     *         "created": 1790000000,
                     *         "modified": 1790000000,
                     *         "revision": "rev_5f1d0c6a2be94d7083c1e9aa"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        snippet: components["schemas"]["Snippet"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Snippets.get": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the caller's copy. If it is current, the response is 304. */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "snippet",
                     *       "id": "snp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "footer",
                     *       "body": "<p>Acme Inc.</p>",
                     *       "created": 1790000000,
                     *       "modified": 1790000000
                     *     }
                     */
                    "application/json": components["schemas"]["Snippet"];
                };
            };
            /** @description Not modified since `If-None-Match`. */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Snippets.update": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "footer",
                 *       "body": "<p>Acme Ltd.</p>"
                 *     }
                 */
                "application/json": components["schemas"]["SnippetBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "snippet": {
                     *         "object": "snippet",
                     *         "id": "snp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "footer",
                     *         "body": "<p>Acme Ltd.</p>",
                     *         "created": 1790000000,
                     *         "modified": 1790000000,
                     *         "revision": "rev_5f1d0c6a2be94d7083c1e9aa"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        snippet: components["schemas"]["Snippet"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Snippets.delete": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object to change, or several. If it has none of them any more, nothing changes. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Snippets.uses": {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "template_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "template_name": "Newsletter",
                     *           "locale": "en-US",
                     *           "version_id": "ver_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "version_name": "Newsletter",
                     *           "published": true
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description At most 100, oldest version first. */
                        data: components["schemas"]["SnippetUse"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Images.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "image",
                     *         "id": "img_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "logo.gif",
                     *         "content_type": "image/gif",
                     *         "width": 1,
                     *         "height": 1,
                     *         "bytes": 43,
                     *         "created": 1790000000,
                     *         "url": "https://mail.acme.example/t/i/img_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Image"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Images.create": {
        parameters: {
            query?: {
                /** @description The name in lists; by default `image`. */
                name?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/*": unknown;
                "multipart/form-data": {
                    /** @description The file. */
                    file?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "image": {
                     *         "object": "image",
                     *         "id": "img_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "logo.gif",
                     *         "content_type": "image/gif",
                     *         "width": 1,
                     *         "height": 1,
                     *         "bytes": 43,
                     *         "created": 1790000000,
                     *         "url": "https://mail.acme.example/t/i/img_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        image: components["schemas"]["Image"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Images.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "drip_campaign",
                     *         "id": "dc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Onboarding",
                     *         "enabled": false,
                     *         "trigger_email_id": null,
                     *         "drip_steps": [
                     *           {
                     *             "object": "drip_step",
                     *             "id": "dcs_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "delay_seconds": "86400"
                     *           }
                     *         ],
                     *         "entered": 0,
                     *         "waiting": 0,
                     *         "finished": 0,
                     *         "left": 0
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["DripCampaign"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Onboarding",
                 *       "drip_steps": [
                 *         {
                 *           "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                 *           "delay_seconds": "86400"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["DripCampaignBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "drip_campaign": {
                     *         "object": "drip_campaign",
                     *         "id": "dc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Onboarding",
                     *         "enabled": false,
                     *         "trigger_email_id": null,
                     *         "drip_steps": [
                     *           {
                     *             "object": "drip_step",
                     *             "id": "dcs_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "delay_seconds": "86400"
                     *           }
                     *         ],
                     *         "entered": 0,
                     *         "waiting": 0,
                     *         "finished": 0,
                     *         "left": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        drip_campaign: components["schemas"]["DripCampaign"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.TemplateNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "drip_campaign",
                     *       "id": "dc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Onboarding",
                     *       "enabled": false,
                     *       "trigger_email_id": null,
                     *       "drip_steps": [
                     *         {
                     *           "object": "drip_step",
                     *           "id": "dcs_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "delay_seconds": "86400",
                     *           "waiting": 0
                     *         }
                     *       ],
                     *       "entered": 0,
                     *       "waiting": 0,
                     *       "finished": 0,
                     *       "left": 0
                     *     }
                     */
                    "application/json": components["schemas"]["DripCampaign"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["DripCampaignUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "drip_campaign": {
                     *         "object": "drip_campaign",
                     *         "id": "dc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Onboarding",
                     *         "enabled": true,
                     *         "trigger_email_id": null,
                     *         "drip_steps": [
                     *           {
                     *             "object": "drip_step",
                     *             "id": "dcs_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "delay_seconds": "86400"
                     *           }
                     *         ],
                     *         "entered": 0,
                     *         "waiting": 0,
                     *         "finished": 0,
                     *         "left": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        drip_campaign: components["schemas"]["DripCampaign"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.TemplateNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.activate": {
        parameters: {
            query?: never;
            header?: {
                /** @description Your own value for this request. Within 24 hours, the same request with the same key is carried out once and gets the same response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient": {
                 *         "address": "ada@example.com",
                 *         "name": "Ada"
                 *       },
                 *       "email_data": {
                 *         "name": "Ada"
                 *       },
                 *       "test": false
                 *     }
                 */
                "application/json": components["schemas"]["DripActivation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "drip_campaign": {
                     *         "id": "dc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Onboarding"
                     *       },
                     *       "recipient_address": "ada@example.com",
                     *       "message": "ada@example.com is now in the drip campaign \"Onboarding\""
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The drip campaign. */
                        drip_campaign: {
                            /** @description Its id. */
                            id: string;
                            /** @description Its name. */
                            name: string;
                        };
                        /** @description The address. */
                        recipient_address: string;
                        /** @description The outcome, as a sentence. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest.DripCampaignNotFound.DripCampaignDisabled.EspAccountNotFound.NoEspAccount.SenderRequired"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            409: components["responses"]["IdempotencyInProgress"];
            413: components["responses"]["PayloadTooLarge"];
            422: components["responses"]["IdempotencyMismatch"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient_address": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["DripDeactivation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "drip_campaign": {
                     *         "id": "dc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Onboarding"
                     *       },
                     *       "recipient_address": "ada@example.com",
                     *       "message": "ada@example.com was removed from the drip campaign \"Onboarding\""
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The drip campaign. */
                        drip_campaign: {
                            /** @description Its id. */
                            id: string;
                            /** @description Its name. */
                            name: string;
                        };
                        /** @description The address. */
                        recipient_address: string;
                        /** @description The outcome, as a sentence. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.deactivateEverywhere": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "recipient_address": "ada@example.com"
                 *     }
                 */
                "application/json": components["schemas"]["DripDeactivation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "recipient_address": "ada@example.com"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The address. */
                        recipient_address: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "DripCampaigns.members": {
        parameters: {
            query?: {
                /** @description Only memberships of this address. */
                recipient_address?: components["schemas"]["EmailAddress"];
                /** @description Only members that wait for the step with this id. */
                step?: string;
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "drip_member",
                     *           "id": "dcm_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "recipient_address": "ada@example.com",
                     *           "test": false,
                     *           "state": "waiting",
                     *           "entered": 1790000000,
                     *           "step": "dcs_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "next_due": 1790086400
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first. */
                        data: components["schemas"]["DripMember"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.list": {
        parameters: {
            query?: {
                /** @description Only ESP accounts of this type. */
                esp_type?: components["schemas"]["NamedEspType"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "esp_account",
                     *         "id": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "esp_type": "smtp",
                     *         "provider": "smtp",
                     *         "name": "Relay",
                     *         "is_default": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["EspAccount"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Relay",
                 *       "esp_type": "smtp",
                 *       "credentials": {
                 *         "host": "smtp.example.com",
                 *         "port": 587,
                 *         "username": "u",
                 *         "password": "p",
                 *         "use_tls": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EspAccountBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "esp_account": {
                     *         "object": "esp_account",
                     *         "id": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "esp_type": "smtp",
                     *         "provider": "smtp",
                     *         "name": "Relay",
                     *         "is_default": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        esp_account: components["schemas"]["EspAccount"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.EspAccountNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.setDefault": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "esp_id": "esp_01KQV5Xx7GJ8sVJ4mB2cDe"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the ESP account. */
                    esp_id: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "esp_account": {
                     *         "object": "esp_account",
                     *         "id": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "esp_type": "smtp",
                     *         "provider": "smtp",
                     *         "name": "Relay",
                     *         "is_default": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        esp_account: components["schemas"]["EspAccount"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.EspAccountNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "esp_type": "smtp",
                 *       "credentials": {
                 *         "host": "smtp.example.com",
                 *         "port": 587,
                 *         "username": "u",
                 *         "password": "p",
                 *         "use_tls": true
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["EspAccountTrial"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "test": {
                     *         "object": "esp_account_test",
                     *         "outcome": "works",
                     *         "tried": "A connection to smtp.example.com:587 with STARTTLS, and a login as u",
                     *         "answer": "235 2.7.0 Authentication successful"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        test: components["schemas"]["EspAccountTest"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.checkSender": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "address": "hello@acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["SenderDomainBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "sender_domain": {
                     *         "object": "sender_domain",
                     *         "domain": "acme.example",
                     *         "findings": [
                     *           {
                     *             "level": "warning",
                     *             "message": "acme.example is reserved for examples: receivers reject email from it.",
                     *             "remedy": "Use a domain of your own."
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        sender_domain: components["schemas"]["SenderDomain"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "test": {
                     *         "object": "esp_account_test",
                     *         "outcome": "works",
                     *         "tried": "A connection to smtp.example.com:587 with STARTTLS, and a login as u",
                     *         "answer": "235 2.7.0 Authentication successful"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        test: components["schemas"]["EspAccountTest"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "esp_account": {
                     *         "object": "esp_account",
                     *         "id": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "esp_type": "smtp",
                     *         "provider": "smtp",
                     *         "name": "Relay",
                     *         "is_default": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        esp_account: components["schemas"]["EspAccount"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Slow relay",
                 *       "rate_per_second": 0.5
                 *     }
                 */
                "application/json": components["schemas"]["EspAccountUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "esp_account": {
                     *         "object": "esp_account",
                     *         "id": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "esp_type": "smtp",
                     *         "provider": "smtp",
                     *         "name": "Slow relay",
                     *         "is_default": true,
                     *         "rate_per_second": 0.5
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        esp_account: components["schemas"]["EspAccount"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.EspAccountNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InUse"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.rotateWebhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "webhook_url": "https://mail.acme.example/webhooks/esp/…"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The new address. */
                        webhook_url: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.setUpWebhook": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "webhook_url": "https://mail.acme.example/webhooks/esp/…"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The address that the provider reports to. */
                        webhook_url: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ProviderRefused"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.moveMail": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "to": "esp_01KQV5Xx7GJ8sVJ4mB2cDf"
                 *     }
                 */
                "application/json": {
                    /** @description The id of the ESP account that sends it instead. */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "moved": 120,
                     *       "more": false,
                     *       "staying": 0
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The number of moved emails. */
                        moved: number;
                        /** @description Whether more emails wait. If so, repeat the call. */
                        more: boolean;
                        /** @description The number of emails that stay because they are being sent or may have been sent, counted up to 1,000. */
                        staying: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest.EspAccountNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.attempts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "esp_account_attempts",
                     *       "hours": [
                     *         {
                     *           "begins": 1789999200,
                     *           "attempts": 120,
                     *           "failed": 3
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        object: "esp_account_attempts";
                        /** @description The last 168 hours, oldest first, including hours without emails. */
                        hours: components["schemas"]["AttemptHour"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EspAccounts.retry": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "due": 0
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The number of emails that are due now instead of later. */
                        due: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.list": {
        parameters: {
            query?: {
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "webhook",
                     *           "id": "whk_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "created": 1790000000,
                     *           "url": "https://shop.example/postrider",
                     *           "events": [
                     *             "email.delivered",
                     *             "email.bounced"
                     *           ],
                     *           "description": "The shop",
                     *           "format": "postrider",
                     *           "enabled": true
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Oldest first. */
                        data: components["schemas"]["Webhook"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/postrider",
                 *       "events": [
                 *         "email.delivered",
                 *         "email.bounced"
                 *       ],
                 *       "description": "The shop"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "webhook": {
                     *         "object": "webhook",
                     *         "id": "whk_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "url": "https://shop.example/postrider",
                     *         "events": [
                     *           "email.delivered",
                     *           "email.bounced"
                     *         ],
                     *         "description": "The shop",
                     *         "format": "postrider",
                     *         "enabled": true
                     *       },
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        webhook: components["schemas"]["Webhook"];
                        /** @description The secret that signs its deliveries; only in this response. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "webhook": {
                     *         "object": "webhook",
                     *         "id": "whk_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "url": "https://shop.example/postrider",
                     *         "events": [
                     *           "email.delivered",
                     *           "email.bounced"
                     *         ],
                     *         "description": "The shop",
                     *         "format": "postrider",
                     *         "enabled": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://shop.example/postrider",
                 *       "enabled": true
                 *     }
                 */
                "application/json": components["schemas"]["WebhookBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "webhook": {
                     *         "object": "webhook",
                     *         "id": "whk_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "url": "https://shop.example/postrider",
                     *         "events": [],
                     *         "description": "",
                     *         "format": "postrider",
                     *         "enabled": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        webhook: components["schemas"]["Webhook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "webhook": {
                     *         "object": "webhook",
                     *         "id": "whk_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "url": "https://shop.example/postrider",
                     *         "events": [
                     *           "email.delivered",
                     *           "email.bounced"
                     *         ],
                     *         "description": "The shop",
                     *         "format": "postrider",
                     *         "enabled": true,
                     *         "old_secret_until": 1790086400
                     *       },
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        webhook: components["schemas"]["Webhook"];
                        /** @description The secret that signs its deliveries; only in this response. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["WebhookTestBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "event_id": "evt_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The id of the event, as in the list of attempts. */
                        event_id: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookDisabled"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.replay": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "since": 1790000000,
                 *       "until": 1790003600
                 *     }
                 */
                "application/json": components["schemas"]["WebhookReplayBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "replayed": 1,
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The number of replayed events. */
                        replayed: number;
                        /** @description The `cursor` for the next call; null if none are left. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookDisabled"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Webhooks.attempts": {
        parameters: {
            query?: {
                /** @description Only attempts to deliver this event. */
                event_id?: string;
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "webhook_attempt",
                     *           "created": 1790000000,
                     *           "event_id": "evt_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "type": "email.delivered",
                     *           "attempt": 1,
                     *           "outcome": "failed",
                     *           "status": 500,
                     *           "message": "The endpoint returned 500",
                     *           "answer": "Internal Server Error",
                     *           "milliseconds": 12,
                     *           "next": 1790000005
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first. */
                        data: components["schemas"]["WebhookAttempt"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Alerts.list": {
        parameters: {
            query?: {
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "alert",
                     *           "id": "alr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "created": 1790000000,
                     *           "name": "Bounces",
                     *           "condition": "bounce_rate",
                     *           "threshold": 5,
                     *           "minimum": 100,
                     *           "window": 24,
                     *           "channel": {
                     *             "type": "email",
                     *             "addresses": [
                     *               "ops@acme.example"
                     *             ]
                     *           },
                     *           "quiet_hours": {
                     *             "from": "22:00",
                     *             "to": "07:00",
                     *             "time_zone": "Europe/Berlin"
                     *           },
                     *           "language": "en",
                     *           "enabled": true,
                     *           "state": "ok",
                     *           "since": 1790000000,
                     *           "problems": []
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Oldest first. */
                        data: components["schemas"]["Alert"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Alerts.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Bounces",
                 *       "condition": "bounce_rate",
                 *       "channel": {
                 *         "type": "email",
                 *         "addresses": [
                 *           "ops@acme.example"
                 *         ]
                 *       },
                 *       "quiet_hours": {
                 *         "from": "22:00",
                 *         "to": "07:00",
                 *         "time_zone": "Europe/Berlin"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AlertBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "alert": {
                     *         "object": "alert",
                     *         "id": "alr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "name": "Bounces",
                     *         "condition": "bounce_rate",
                     *         "threshold": 5,
                     *         "minimum": 100,
                     *         "window": 24,
                     *         "channel": {
                     *           "type": "email",
                     *           "addresses": [
                     *             "ops@acme.example"
                     *           ]
                     *         },
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "07:00",
                     *           "time_zone": "Europe/Berlin"
                     *         },
                     *         "language": "en",
                     *         "enabled": true,
                     *         "state": "ok",
                     *         "since": 1790000000,
                     *         "problems": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        alert: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Alerts.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "alert": {
                     *         "object": "alert",
                     *         "id": "alr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "name": "Bounces",
                     *         "condition": "bounce_rate",
                     *         "threshold": 5,
                     *         "minimum": 100,
                     *         "window": 24,
                     *         "channel": {
                     *           "type": "email",
                     *           "addresses": [
                     *             "ops@acme.example"
                     *           ]
                     *         },
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "07:00",
                     *           "time_zone": "Europe/Berlin"
                     *         },
                     *         "language": "en",
                     *         "enabled": true,
                     *         "state": "ok",
                     *         "since": 1790000000,
                     *         "problems": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        alert: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Alerts.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Bounces",
                 *       "condition": "bounce_rate",
                 *       "channel": {
                 *         "type": "email",
                 *         "addresses": [
                 *           "ops@acme.example"
                 *         ]
                 *       },
                 *       "quiet_hours": {
                 *         "from": "22:00",
                 *         "to": "07:00",
                 *         "time_zone": "Europe/Berlin"
                 *       },
                 *       "threshold": 8
                 *     }
                 */
                "application/json": components["schemas"]["AlertBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "alert": {
                     *         "object": "alert",
                     *         "id": "alr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "name": "Bounces",
                     *         "condition": "bounce_rate",
                     *         "threshold": 8,
                     *         "minimum": 100,
                     *         "window": 24,
                     *         "channel": {
                     *           "type": "email",
                     *           "addresses": [
                     *             "ops@acme.example"
                     *           ]
                     *         },
                     *         "quiet_hours": {
                     *           "from": "22:00",
                     *           "to": "07:00",
                     *           "time_zone": "Europe/Berlin"
                     *         },
                     *         "language": "en",
                     *         "enabled": true,
                     *         "state": "ok",
                     *         "since": 1790000000,
                     *         "problems": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        alert: components["schemas"]["Alert"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Alerts.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Alerts.test": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookDisabled"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "IdentityHooks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "identity_hook",
                     *         "id": "idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "kind": "supabase",
                     *         "mode": "live",
                     *         "url": "https://mail.acme.example/hooks/supabase/idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "other_actions": "refuse",
                     *         "name": "Login",
                     *         "templates": {
                     *           "signup": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "recovery": "tem_01KQV5Xx7GJ8sVJ4mB2cDf"
                     *         },
                     *         "project_url": "https://abcdefgh.supabase.co"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["IdentityHook"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "IdentityHooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "supabase",
                 *       "name": "Login",
                 *       "templates": {
                 *         "signup": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                 *         "recovery": "tem_01KQV5Xx7GJ8sVJ4mB2cDf"
                 *       },
                 *       "project_url": "https://abcdefgh.supabase.co"
                 *     }
                 */
                "application/json": components["schemas"]["IdentityHookBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "identity_hook": {
                     *         "object": "identity_hook",
                     *         "id": "idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "kind": "supabase",
                     *         "mode": "live",
                     *         "url": "https://mail.acme.example/hooks/supabase/idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "other_actions": "refuse",
                     *         "name": "Login",
                     *         "templates": {
                     *           "signup": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "recovery": "tem_01KQV5Xx7GJ8sVJ4mB2cDf"
                     *         },
                     *         "project_url": "https://abcdefgh.supabase.co"
                     *       },
                     *       "secret": "v1,whsec_…"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        identity_hook: components["schemas"]["IdentityHook"];
                        /** @description The secret. It is shown only here. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "IdentityHooks.kinds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "kind": "supabase",
                     *         "provider": "Supabase",
                     *         "original": false,
                     *         "actions": [
                     *           {
                     *             "action": "signup",
                     *             "ready_template": "confirm"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["IdentityHookKind"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "IdentityHooks.get": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "identity_hook": {
                     *         "object": "identity_hook",
                     *         "id": "idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "kind": "supabase",
                     *         "mode": "live",
                     *         "url": "https://mail.acme.example/hooks/supabase/idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "other_actions": "refuse",
                     *         "name": "Login",
                     *         "templates": {
                     *           "signup": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "recovery": "tem_01KQV5Xx7GJ8sVJ4mB2cDf"
                     *         },
                     *         "project_url": "https://abcdefgh.supabase.co"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        identity_hook: components["schemas"]["IdentityHook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "IdentityHooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Login",
                 *       "templates": {
                 *         "signup": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                 *         "recovery": "tem_01KQV5Xx7GJ8sVJ4mB2cDf"
                 *       },
                 *       "project_url": "https://abcdefgh.supabase.co"
                 *     }
                 */
                "application/json": components["schemas"]["IdentityHookChange"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "identity_hook": {
                     *         "object": "identity_hook",
                     *         "id": "idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "kind": "supabase",
                     *         "mode": "live",
                     *         "url": "https://mail.acme.example/hooks/supabase/idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "other_actions": "refuse",
                     *         "name": "Login",
                     *         "templates": {
                     *           "signup": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "recovery": "tem_01KQV5Xx7GJ8sVJ4mB2cDf"
                     *         },
                     *         "project_url": "https://abcdefgh.supabase.co"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        identity_hook: components["schemas"]["IdentityHook"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "IdentityHooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "IdentityHooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": components["schemas"]["IdentityHookRotation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "identity_hook": {
                     *         "object": "identity_hook",
                     *         "id": "idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "kind": "supabase",
                     *         "mode": "live",
                     *         "url": "https://mail.acme.example/hooks/supabase/idh_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1790000000,
                     *         "other_actions": "refuse",
                     *         "name": "Login",
                     *         "templates": {
                     *           "signup": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "recovery": "tem_01KQV5Xx7GJ8sVJ4mB2cDf"
                     *         },
                     *         "project_url": "https://abcdefgh.supabase.co",
                     *         "old_secret_until": 1790086400
                     *       },
                     *       "secret": "v1,whsec_…"
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        identity_hook: components["schemas"]["IdentityHook"];
                        /** @description The secret. It is shown only here. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "ReadyTemplates.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "templates": [
                     *         {
                     *           "key": "welcome",
                     *           "name": "Welcome",
                     *           "subject": "Welcome to {{ sender_name }}",
                     *           "preheader": "Your account is ready.",
                     *           "html": "<mjml>…</mjml>",
                     *           "text": "Welcome, {{ name }}",
                     *           "engine": "jinja",
                     *           "autoescape": true,
                     *           "template_data": {
                     *             "sender_name": "Acme",
                     *             "name": "Ada"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description All starter templates. */
                        templates: components["schemas"]["ReadyTemplate"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "ReadyTemplates.install": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "templates": [
                     *         {
                     *           "key": "confirm",
                     *           "template": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "created": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description All starter templates, those that existed included. */
                        templates: components["schemas"]["InstalledTemplate"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Failures.list": {
        parameters: {
            query?: {
                /** @description Only those of this ESP account: its id, or `builtin`, where it was the built-in one. */
                esp_account?: string;
                /** @description Only those with this status. */
                status?: "bounced" | "dropped";
                /** @description Only failures with this code of the provider; `none` for failures without a code. */
                code?: string;
                /** @description Only failures at this time or later. */
                from?: components["schemas"]["Timestamp"];
                /** @description Only failures before this time. */
                to?: components["schemas"]["Timestamp"];
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "failure",
                     *           "log_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "failed": 1790000000,
                     *           "esp_account": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "status": "bounced",
                     *           "code": "5.1.1",
                     *           "reason": "550 5.1.1 No such user",
                     *           "recipient_address": "ada@example.com",
                     *           "email_id": "tem_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "email_name": "Receipt"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Latest failure first. */
                        data: components["schemas"]["Failure"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Failures.groups": {
        parameters: {
            query?: {
                /** @description Only those of this ESP account: its id, or `builtin`, where it was the built-in one. */
                esp_account?: string;
                /** @description Only those with this status. */
                status?: "bounced" | "dropped";
                /** @description Only failures with this code of the provider; `none` for failures without a code. */
                code?: string;
                /** @description Only failures at this time or later. */
                from?: components["schemas"]["Timestamp"];
                /** @description Only failures before this time. */
                to?: components["schemas"]["Timestamp"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "failure_group",
                     *           "esp_account": "esp_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "status": "bounced",
                     *           "code": "5.1.1",
                     *           "count": 12,
                     *           "first": 1789990000,
                     *           "last": 1790000000,
                     *           "example": {
                     *             "log_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "reason": "550 5.1.1 No such user"
                     *           }
                     *         }
                     *       ],
                     *       "complete": true
                     *     }
                     */
                    "application/json": {
                        /** @description The most frequent first, at most 100. */
                        data: components["schemas"]["FailureGroup"][];
                        /** @description `false`: only the latest 50,000 failures were counted. */
                        complete: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Failures.replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "4.4.1"
                 *     }
                 */
                "application/json": components["schemas"]["FailureReplay"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "replayed": [],
                     *       "skipped": [],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Emails that are sent again. */
                        replayed: {
                            /** @description The log of the failed email. */
                            log_id: string;
                            /** @description The log of the new email. */
                            receipt_id: string;
                        }[];
                        /** @description Emails that cannot be sent again and stay failures. */
                        skipped: {
                            /** @description The id of its log. */
                            log_id: string;
                            /** @description The reason. */
                            reason: string;
                        }[];
                        /** @description The `cursor` for the next call; null if none are left. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest.EspAccountNotFound"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Failures.forget": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "code": "4.4.1"
                 *     }
                 */
                "application/json": components["schemas"]["FailureChoice"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "forgotten": 0,
                     *       "more": false
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The number of dropped failures. */
                        forgotten: number;
                        /** @description Whether more failures match. If so, repeat the call. */
                        more: boolean;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Queue.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "queue",
                     *       "waiting": 0,
                     *       "due": 0,
                     *       "lanes": []
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        object: "queue";
                        /** @description All waiting emails. */
                        waiting: number;
                        /** @description Due emails that are not being sent. */
                        due: number;
                        /** @description The time since which the oldest email is due. */
                        oldest_due?: components["schemas"]["Timestamp"];
                        /** @description ESP accounts that have waiting emails or do not work. */
                        lanes: components["schemas"]["QueueLane"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Suppressions.list": {
        parameters: {
            query?: {
                /** @description Only entries of this address. */
                email?: components["schemas"]["EmailAddress"];
                /** @description The start of the address. */
                search?: string;
                /** @description Only entries with this reason. */
                reason?: components["schemas"]["SuppressionReason"];
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "suppression",
                     *           "email": "grace@example.com",
                     *           "reason": "hard_bounce",
                     *           "note": "550 5.1.1 No such user",
                     *           "created": 1790000000,
                     *           "log_id": "log_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first. */
                        data: components["schemas"]["Suppression"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Suppressions.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "grace@example.com",
                 *       "reason": "manual",
                 *       "note": "Asked us by telephone"
                 *     }
                 */
                "application/json": components["schemas"]["SuppressionBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "suppression": {
                     *         "object": "suppression",
                     *         "email": "grace@example.com",
                     *         "reason": "manual",
                     *         "note": "Asked us by telephone",
                     *         "created": 1790000000
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        suppression: components["schemas"]["Suppression"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Suppressions.import": {
        parameters: {
            query?: {
                /** @description `true`: check the file, write nothing. */
                dry_run?: boolean;
                /** @description The reason of all lines; by default the column `reason`, else `manual`. */
                reason?: components["schemas"]["SuppressionReason"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": unknown;
                "multipart/form-data": {
                    /** @description The file. */
                    file?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "dry_run": true,
                     *       "added": 2,
                     *       "known": 0,
                     *       "refused": 1,
                     *       "errors": [
                     *         {
                     *           "line": 4,
                     *           "message": "email must be an email address"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Whether this was a dry run. */
                        dry_run: boolean;
                        /** @description Added lines; in a dry run, lines that would be added. */
                        added: number;
                        /** @description Lines already on the list for the same reason. */
                        known: number;
                        /** @description Lines with an error. */
                        refused: number;
                        /** @description The first 50 of them. */
                        errors: {
                            /** @description The line of the file, from 1. */
                            line: number;
                            /** @description Its error. */
                            message: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Suppressions.export": {
        parameters: {
            query?: {
                /** @description The start of the address. */
                search?: string;
                /** @description Only entries with this reason. */
                reason?: components["schemas"]["SuppressionReason"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Suppressions.remove": {
        parameters: {
            query?: {
                /** @description Only the entry with this reason; by default all of them. */
                reason?: components["schemas"]["SuppressionReason"];
            };
            header?: never;
            path: {
                email: components["schemas"]["EmailAddress"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "removed": 1
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description How many entries were removed. */
                        removed: number;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Statistics.get": {
        parameters: {
            query?: {
                /** @description Only emails of this template: its id. */
                template?: string;
                /** @description Only emails of this version: its id. */
                version?: string;
                /** @description Only emails with this tag. */
                tag?: string;
                /** @description Only emails that went through this ESP account: its id. */
                esp_account?: string;
                /** @description Start: the hour or day of this time. By default 30 days, or 48 hours, before `to`. */
                from?: number;
                /** @description End: hours or days that start before this time. By default now. */
                to?: number;
                /** @description The size of a bucket; `day` by default. */
                by?: "day" | "hour";
                /** @description The IANA time zone of the days; UTC by default. */
                time_zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "statistics",
                     *       "by": "day",
                     *       "from": 1789948800,
                     *       "to": 1790035200,
                     *       "total": {
                     *         "sent": 2,
                     *         "refused": 0,
                     *         "delivered": {
                     *           "unique": 2,
                     *           "total": 2
                     *         },
                     *         "time_to_delivered": {
                     *           "p50": 2,
                     *           "p95": 3.7
                     *         },
                     *         "opened": {
                     *           "unique": 1,
                     *           "total": 3
                     *         },
                     *         "clicked": {
                     *           "unique": 1,
                     *           "total": 1
                     *         },
                     *         "bounced": {
                     *           "unique": 0,
                     *           "total": 0
                     *         },
                     *         "complaints": {
                     *           "unique": 0,
                     *           "total": 0
                     *         },
                     *         "unsubscribes": {
                     *           "unique": 0,
                     *           "total": 0
                     *         },
                     *         "conversions": {
                     *           "unique": 1,
                     *           "total": 1
                     *         },
                     *         "revenue": 1999
                     *       },
                     *       "buckets": [
                     *         {
                     *           "begins": 1789948800,
                     *           "sent": 2,
                     *           "refused": 0,
                     *           "delivered": {
                     *             "unique": 2,
                     *             "total": 2
                     *           },
                     *           "time_to_delivered": {
                     *             "p50": 2,
                     *             "p95": 3.7
                     *           },
                     *           "opened": {
                     *             "unique": 1,
                     *             "total": 3
                     *           },
                     *           "clicked": {
                     *             "unique": 1,
                     *             "total": 1
                     *           },
                     *           "bounced": {
                     *             "unique": 0,
                     *             "total": 0
                     *           },
                     *           "complaints": {
                     *             "unique": 0,
                     *             "total": 0
                     *           },
                     *           "unsubscribes": {
                     *             "unique": 0,
                     *             "total": 0
                     *           },
                     *           "conversions": {
                     *             "unique": 1,
                     *             "total": 1
                     *           },
                     *           "revenue": 1999
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Statistics"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Statistics.links": {
        parameters: {
            query?: {
                /** @description The id of the template. */
                template?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "url": "https://acme.example/orders",
                     *         "clicked": {
                     *           "unique": 2,
                     *           "total": 3
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ClickedLink"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "EventStreams.stream": {
        parameters: {
            query?: {
                /** @description Only these types of events, separated by commas: `email.delivered,email.bounced`. */
                types?: ("email.triggered" | "email.queued" | "email.sent" | "email.clicked" | "email.re_clicked" | "email.opened" | "email.re_opened" | "email.processed" | "email.dropped" | "email.delivered" | "email.deferred" | "email.bounced" | "email.reported_as_spam" | "email.unsubscribed")[];
                /** @description Only events of emails of this template: its id. */
                template?: string;
                /** @description Only events of emails with this tag. */
                tag?: string;
                /** @description The id of the last event that you received, if you cannot send `Last-Event-ID`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "I18n.pot": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A tag of templates. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/x-gettext-translation": string;
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "I18n.po": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A tag of templates. */
                tag: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/zip": unknown;
                "multipart/form-data": {
                    /** @description The file. */
                    file?: string;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example {} */
                    "application/json": Record<string, never>;
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ReviewRequired"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Account.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "account",
                     *       "id": "acc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *       "name": "Acme",
                     *       "created": 1795348800,
                     *       "default_sender": {
                     *         "address": "hello@acme.example",
                     *         "reply_to": "help@acme.example",
                     *         "name": "Acme"
                     *       },
                     *       "tracking": {
                     *         "opens": true,
                     *         "clicks": false
                     *       },
                     *       "require_review": false,
                     *       "smtp": {
                     *         "host": "mail.acme.example",
                     *         "port": 587,
                     *         "security": "starttls"
                     *       },
                     *       "retention": {
                     *         "log_months": 13,
                     *         "attachment_days": 90,
                     *         "webhook_days": 7
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Account.change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "tracking": {
                 *         "opens": true,
                 *         "clicks": false
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["AccountChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "account": {
                     *         "object": "account",
                     *         "id": "acc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "name": "Acme",
                     *         "created": 1795348800,
                     *         "default_sender": {
                     *           "address": "hello@acme.example",
                     *           "reply_to": "help@acme.example",
                     *           "name": "Acme"
                     *         },
                     *         "tracking": {
                     *           "opens": true,
                     *           "clicks": false
                     *         },
                     *         "require_review": false,
                     *         "smtp": {
                     *           "host": "mail.acme.example",
                     *           "port": 587,
                     *           "security": "starttls"
                     *         },
                     *         "retention": {
                     *           "log_months": 13,
                     *           "attachment_days": 90,
                     *           "webhook_days": 7
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        account: components["schemas"]["Account"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Users.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "user",
                     *         "id": "mbr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email": "bob@acme.example",
                     *         "name": "Bob",
                     *         "role": "editor",
                     *         "status": "invited",
                     *         "created": 1795348800
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["User"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Users.invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "bob@acme.example",
                 *       "role": "editor",
                 *       "name": "Bob"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "user": {
                     *         "object": "user",
                     *         "id": "mbr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email": "bob@acme.example",
                     *         "name": "Bob",
                     *         "role": "editor",
                     *         "status": "invited",
                     *         "created": 1795348800
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.NoEspAccount.SenderRequired"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Users.names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       "Ada",
                     *       "bob@acme.example"
                     *     ]
                     */
                    "application/json": string[];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Users.remove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastAdmin"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Users.changeRole": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "role": "editor"
                 *     }
                 */
                "application/json": components["schemas"]["RoleBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "user": {
                     *         "object": "user",
                     *         "id": "mbr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email": "bob@acme.example",
                     *         "name": "Bob",
                     *         "role": "editor",
                     *         "status": "active",
                     *         "created": 1795348800,
                     *         "user_id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        user: components["schemas"]["User"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["LastAdmin"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Invitations.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "q8S0w7kLr1vJ3xZ5bN9mC2yT4uG6hD8fE0aP1sR3iKo"
                 *     }
                 */
                "application/json": components["schemas"]["InvitationQuestion"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "email": "ada@acme.example",
                     *       "name": "Ada",
                     *       "account": "Acme",
                     *       "role": "editor",
                     *       "registered": false
                     *     }
                     */
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.InvalidToken"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Invitations.accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "q8S0w7kLr1vJ3xZ5bN9mC2yT4uG6hD8fE0aP1sR3iKo",
                 *       "name": "Ada",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["AcceptBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "session",
                     *       "user": {
                     *         "id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email": "ada@acme.example",
                     *         "name": "Ada"
                     *       },
                     *       "accounts": [
                     *         {
                     *           "id": "acc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Acme",
                     *           "role": "admin"
                     *         }
                     *       ],
                     *       "expires_at": 1796558400
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.InvalidToken.WrongCredentials"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Sessions.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "session",
                     *       "user": {
                     *         "id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email": "ada@acme.example",
                     *         "name": "Ada"
                     *       },
                     *       "accounts": [
                     *         {
                     *           "id": "acc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Acme",
                     *           "role": "admin"
                     *         }
                     *       ],
                     *       "expires_at": 1796558400
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Sessions.logIn": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@acme.example",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["LogInBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "session",
                     *       "user": {
                     *         "id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email": "ada@acme.example",
                     *         "name": "Ada"
                     *       },
                     *       "accounts": [
                     *         {
                     *           "id": "acc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Acme",
                     *           "role": "admin"
                     *         }
                     *       ],
                     *       "expires_at": 1796558400
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.WrongCredentials"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Sessions.end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Sessions.change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "language": "de"
                 *     }
                 */
                "application/json": components["schemas"]["UserChanges"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "session",
                     *       "user": {
                     *         "id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email": "ada@acme.example",
                     *         "name": "Ada",
                     *         "language": "de"
                     *       },
                     *       "accounts": [
                     *         {
                     *           "id": "acc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Acme",
                     *           "role": "admin"
                     *         }
                     *       ],
                     *       "expires_at": 1796558400
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.WrongCredentials"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Sessions.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "ses_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "created": 1795348800,
                     *         "last_seen": 1795350000,
                     *         "expires_at": 1796558400,
                     *         "address": "192.0.2.7",
                     *         "user_agent": "Mozilla/5.0",
                     *         "current": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["OwnSession"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Sessions.endAll": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Audit.list": {
        parameters: {
            query?: {
                /** @description Only changes of the object with this id. */
                object?: string;
                /** @description Only changes by the user or API key with this id. */
                user?: string;
                /** @description Only changes after this time. */
                created_gt?: number;
                /** @description Only changes before this time. */
                created_lt?: number;
                /** @description The size of a page. */
                count?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "object": "audit_entry",
                     *           "id": "aud_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "created": 1795348800,
                     *           "actor": {
                     *             "type": "user",
                     *             "id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *             "name": "ada@acme.example"
                     *           },
                     *           "operation": "PUT /snippets/{id}",
                     *           "summary": "Change a snippet",
                     *           "objects": [
                     *             "snp_01KQV5Xx7GJ8sVJ4mB2cDe"
                     *           ],
                     *           "before": {
                     *             "name": "footer",
                     *             "body": "Acme"
                     *           },
                     *           "after": {
                     *             "name": "footer",
                     *             "body": "Acme Ltd"
                     *           },
                     *           "outcome": "done",
                     *           "request_id": "req_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "address": "192.0.2.7"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Newest first. */
                        data: components["schemas"]["AuditEntry"][];
                        /** @description The `cursor` of the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "ApiKeys.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "object": "api_key",
                     *         "id": "key_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "kind": "live",
                     *         "name": "Shop",
                     *         "hint": "live_4Kq",
                     *         "created": 1790000000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "ApiKeys.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "kind": "live",
                 *       "name": "Shop"
                 *     }
                 */
                "application/json": components["schemas"]["ApiKeyBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "api_key": {
                     *         "object": "api_key",
                     *         "id": "key_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "kind": "live",
                     *         "name": "Shop",
                     *         "hint": "live_4Kq",
                     *         "created": 1790000000,
                     *         "secret": "live_…"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        api_key: components["schemas"]["NewApiKey"];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited.QuotaExceeded"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "ApiKeys.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Batch.run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example [
                 *       {
                 *         "path": "/api/v1/logs?count=1",
                 *         "method": "GET"
                 *       }
                 *     ]
                 */
                "application/json": components["schemas"]["BatchBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "path": "/api/v1/logs?count=1",
                     *         "method": "GET",
                     *         "status_code": 200,
                     *         "body": []
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["BatchItem"][];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Limits.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK",
                     *       "limits": [
                     *         {
                     *           "name": "requests_per_second",
                     *           "limit": 2000,
                     *           "burst": 120000,
                     *           "used": 12,
                     *           "remaining": 119988,
                     *           "reset": 1
                     *         },
                     *         {
                     *           "name": "templates",
                     *           "limit": 10000,
                     *           "used": 3,
                     *           "remaining": 9997
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always `true`.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Every limit, rates first. */
                        limits: components["schemas"]["Limit"][];
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "LoginMethods.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "log_in_methods",
                     *       "password": true,
                     *       "oidc": "/auth/oidc"
                     *     }
                     */
                    "application/json": components["schemas"]["LogInMethods"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "OpenApi.describe": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.1.0"
                     *     }
                     */
                    "application/json": {
                        /** @description The version of OpenAPI. */
                        openapi: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "PasswordResets.ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ada@acme.example"
                 *     }
                 */
                "application/json": components["schemas"]["ResetBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": "OK"
                     *     }
                     */
                    "application/json": components["schemas"]["Ok"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "PasswordResets.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "q8S0w7kLr1vJ3xZ5bN9mC2yT4uG6hD8fE0aP1sR3iKo",
                 *       "password": "correct horse battery"
                 *     }
                 */
                "application/json": components["schemas"]["ConfirmBody"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "object": "session",
                     *       "user": {
                     *         "id": "usr_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *         "email": "ada@acme.example",
                     *         "name": "Ada"
                     *       },
                     *       "accounts": [
                     *         {
                     *           "id": "acc_01KQV5Xx7GJ8sVJ4mB2cDe",
                     *           "name": "Acme",
                     *           "role": "admin"
                     *         }
                     *       ],
                     *       "expires_at": 1796558400
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["InvalidRequest"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.InvalidToken"];
            413: components["responses"]["PayloadTooLarge"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
}
