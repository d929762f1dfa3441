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
         * @description When it answers, the mail is stored and will be sent, or end with a status that says why. Follow it at `GET /logs/{log_id}` with the receipt.
         *
         *     Needs a key with the scope `send`, or one without scopes; of users, editors and administrators may.
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
         * Send the email of a log again
         * @description As a new mail with a log of its own.
         *
         *     Needs a key with the scope `send`, or one without scopes; of users, editors and administrators may.
         */
        post: operations["Send.resend"];
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
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description Newest first, as far back as one request may look; `next_cursor` goes on.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * List the attempts to send a mail
         * @description Oldest first, with what the provider said.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Show a mail as it was sent
         * @description Rendered again from what was accepted.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Show the source of a mail
         * @description Headers and MIME parts, rendered again; of attachments only how large they are.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Cancel a mail
         * @description Possible while no provider was handed it.
         *
         *     Needs a key with the scope `send`, or one without scopes; of users, editors and administrators may.
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
         * @description In the order of their addresses, in pages.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Customers.list"];
        put?: never;
        /**
         * Add or change a customer
         * @description Attributes are added and replaced, never removed.
         *
         *     Needs a key with the scope `send`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Customers.get"];
        put?: never;
        post?: never;
        /**
         * Delete a customer
         * @description An unknown one is no error. With `erase`, everything else that is held forgets the person, too.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * Export what is held of a person
         * @description One document, also of somebody who is no customer any more.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Newest first; mail that is scheduled is among them.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Show how far an erasure has come
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description Needs a key with the scope `send`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Templates.list"];
        put?: never;
        /**
         * Make a template
         * @description With its default locale and its first version, published.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * Check a template without saving it
         * @description All problems of all parts, and what the template reads, includes, links to and weighs.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        post: operations["Templates.check"];
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
         * Render a draft without saving it
         * @description The parts that can be rendered, and the problems of the others. Snippets may be drafts, too.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description By name, id, tag or subject, page by page, each with its locales and when it was last sent.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * List the tags of templates
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Templates.get"];
        /**
         * Rename or tag a template
         * @description The template is changed, whatever locale the path has.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Templates.update"];
        post?: never;
        /**
         * Delete a template
         * @description With a locale in the path, that locale alone.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Templates.get.ofLocale"];
        /**
         * Rename or tag a template (in the locale of the path)
         * @description The template is changed, whatever locale the path has.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Templates.update.ofLocale"];
        post?: never;
        /**
         * Delete a template (in the locale of the path)
         * @description With a locale in the path, that locale alone.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        delete: operations["Templates.delete.ofLocale"];
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
         * @description With its first version, published.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Templates.listVersions"];
        put?: never;
        /**
         * Make a version
         * @description A draft, which is sent once it is published; with `publish`, at once.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Templates.listVersions.ofLocale"];
        put?: never;
        /**
         * Make a version (in the locale of the path)
         * @description A draft, which is sent once it is published; with `publish`, at once.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Templates.getVersion"];
        /**
         * Change a version
         * @description Publishes it too, unless `publish` is `false`. `preheader`, `amp_html` and `template_data` stay where they are left out. With `publish` they are emptied, and `false` leaves a draft a draft.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Templates.updateVersion"];
        post?: never;
        /**
         * Delete a version
         * @description Not one that is published, alone or in an A/B test.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Templates.getVersion.ofLocale"];
        /**
         * Change a version (in the locale of the path)
         * @description Publishes it too, unless `publish` is `false`. `preheader`, `amp_html` and `template_data` stay where they are left out. With `publish` they are emptied, and `false` leaves a draft a draft.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Templates.updateVersion.ofLocale"];
        post?: never;
        /**
         * Delete a version (in the locale of the path)
         * @description Not one that is published, alone or in an A/B test.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * Show what data a version reads
         * @description A JSON Schema, inferred from what the template does with its data.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Show what data a version reads (in the locale of the path)
         * @description A JSON Schema, inferred from what the template does with its data.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description It becomes the one published version of its locale; an A/B test ends.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description It becomes the one published version of its locale; an A/B test ends.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Templates.publishVersion.ofLocale"];
        post?: never;
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
         * @description The address of a recipient decides which version it gets, always the same.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Templates.setAbTest"];
        post?: never;
        /**
         * End an A/B test
         * @description The version with the largest weight stays published.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description The address of a recipient decides which version it gets, always the same.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Templates.setAbTest.ofLocale"];
        post?: never;
        /**
         * End an A/B test (in the locale of the path)
         * @description The version with the largest weight stays published.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        delete: operations["Templates.endAbTest.ofLocale"];
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
         * List the samples of a template
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Samples.list"];
        put?: never;
        /**
         * Make a sample of the data of a template
         * @description Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Samples.update"];
        post?: never;
        /**
         * Delete a sample
         * @description Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Snippets.list"];
        put?: never;
        /**
         * Make a snippet
         * @description Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Snippets.get"];
        /**
         * Change a snippet
         * @description Every template that uses it is rebuilt; a change that would break one is refused.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["Snippets.update"];
        post?: never;
        /**
         * Delete a snippet
         * @description Refused while templates use it.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * List the versions that have a snippet in them
         * @description Itself or through another snippet: what a change of it touches.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
    "/drip_campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List drip campaigns
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["DripCampaigns.list"];
        put?: never;
        /**
         * Make a drip campaign
         * @description Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["DripCampaigns.get"];
        /**
         * Change a drip campaign
         * @description What is left out stays.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
         */
        put: operations["DripCampaigns.update"];
        post?: never;
        /**
         * Delete a drip campaign
         * @description Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * Put somebody into a drip campaign
         * @description The first mail is sent once its delay has passed. Somebody who is in it already stays where they are.
         *
         *     Needs a key with the scope `send`, or one without scopes; of users, editors and administrators may.
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
         * Take somebody out of a drip campaign
         * @description When it answers, none of its mails to them goes out any more.
         *
         *     Needs a key with the scope `send`, or one without scopes; of users, editors and administrators may.
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
         * Take somebody out of all drip campaigns
         * @description Needs a key with the scope `send`, or one without scopes; of users, editors and administrators may.
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
         * @description Newest first, in pages.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["EspAccounts.list"];
        put?: never;
        /**
         * Make an ESP account
         * @description Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * @description It sends what names none.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Try an ESP account before it is made
         * @description Connects and logs in by what the body says, without sending a mail. Nothing of it is kept.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        post: operations["EspAccounts.try"];
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
         * Try the connection of an ESP account
         * @description Connects and logs in by its credentials, without sending a mail. Answers within 15 seconds.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * @description Keys that may manage are shown where its provider is to report to.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["EspAccounts.get"];
        /**
         * Change an ESP account
         * @description Credentials that are left out stay; extension fields that are left out are removed.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        put: operations["EspAccounts.update"];
        post?: never;
        /**
         * Delete an ESP account
         * @description Refused while mail waits for it or another falls back to it.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Change where a provider reports to
         * @description The address so far stops working within 30 seconds.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Have a provider report to us
         * @description Registers the address at the provider by the credentials of the account, or brings up to date what is registered there under it.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Have another ESP account send what waits for this one
         * @description Mail that is being sent, or of which nobody knows whether it was, stays. At most 5,000 in a call.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        post: operations["EspAccounts.moveMail"];
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
         * @description Oldest first, in pages.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        get: operations["Webhooks.list"];
        put?: never;
        /**
         * Make a webhook
         * @description The only answer that shows its secret, but for that of a rotation.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * @description Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        get: operations["Webhooks.get"];
        /**
         * Change a webhook
         * @description One that is enabled begins anew, whatever failed before.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        put: operations["Webhooks.update"];
        post?: never;
        /**
         * Delete a webhook
         * @description What waits for it is not posted any more.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Give a webhook a new secret
         * @description The one before goes on signing beside it for 24 hours.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Post a test event
         * @description About a mail that there is not, whatever the webhook asks for; the list of attempts says what came of it.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Post events again
         * @description One event, or those of a time that the webhook asks for, at most 10,000 in a call.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * List attempts to post to a webhook
         * @description Newest first, in pages.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
    "/failures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List failures
         * @description What ended without being sent, the last first.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Count failures by their cause
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Send what failed again
         * @description As new mails, at most 1,000 in a call.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * Forget failures
         * @description Their logs stay. At most 5,000 in a call.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * Show what waits to be sent
         * @description By ESP account, with how long the first has been due and whether the ESP account works.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description Newest first, in pages.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Suppressions.list"];
        put?: never;
        /**
         * Suppress an address
         * @description What is on the list already, for the same reason, stays as it is.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description A CSV file with the column `email`, and maybe `reason` and `note`. Lines with errors are left out and named; `dry_run=true` writes nothing.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description A CSV file, newest first, without those of whom only a hash is kept. It can be imported.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Remove an address from the suppressions
         * @description One that is not on the list is no error.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * Show figures
         * @description By the day or the hour in which mail was accepted (UTC). Mail of test keys is not counted.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream events
         * @description What becomes of mail, as it happens, as server-sent events: the `data` of each is what webhooks are told, with its `id`. The header `Last-Event-ID` goes on after an event. The answer does not end by itself.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Export the texts of templates
         * @description The gettext template (.pot) of all templates with the tag.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * @description A zip of files `<locale>.po`.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, editors and administrators may.
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
         * @description Needs a key with the scope `read`, or one without scopes; of users, any may.
         */
        get: operations["Account.show"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the account
         * @description It counts everywhere within 30 seconds.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * @description With those who are invited.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        get: operations["Users.list"];
        put?: never;
        /**
         * Invite somebody to the account
         * @description Sends a mail with a link that works once, within seven days. Whoever is invited again gets another one, and the new role.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        post: operations["Users.invite"];
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
         * Take a user out of the account
         * @description Or take an invitation back. Whoever may enter no other account is deleted. It counts everywhere within 30 seconds.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        delete: operations["Users.remove"];
        options?: never;
        head?: never;
        /**
         * Give a user another role
         * @description It counts everywhere within 30 seconds.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Show what an invitation is to
         * @description Is asked without an API key.
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
         * @description Makes the user, if there is none with the address, and logs in. Works once.
         *
         *     Is asked without an API key.
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
         * Show who is logged in
         * @description Is asked with the cookie of a session, not with an API key.
         */
        get: operations["Sessions.show"];
        put?: never;
        /**
         * Log in
         * @description Sets the cookie of the session.
         *
         *     Is asked without an API key.
         */
        post: operations["Sessions.logIn"];
        /**
         * Log out
         * @description Is asked with the cookie of a session, not with an API key.
         */
        delete: operations["Sessions.end"];
        options?: never;
        head?: never;
        /**
         * Change name, language or password of the user
         * @description A new password ends all other sessions of the user.
         *
         *     Is asked with the cookie of a session, not with an API key.
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
         * List the sessions of the user
         * @description Is asked with the cookie of a session, not with an API key.
         */
        get: operations["Sessions.list"];
        put?: never;
        post?: never;
        /**
         * Log out everywhere
         * @description Ends all sessions of the user, this one too: everywhere within 30 seconds.
         *
         *     Is asked with the cookie of a session, not with an API key.
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
         * Show who changed what
         * @description Newest first, in pages.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * @description Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
         */
        get: operations["ApiKeys.list"];
        put?: never;
        /**
         * Make an API key
         * @description The only answer that shows the secret.
         *
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         *     Needs a key with the scope `manage`, or one without scopes; of users, administrators may.
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
         * Make several calls at once
         * @description At most 100, carried out in order; each with the rights that it needs on its own.
         *
         *     Any key may.
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
         * @description What is used of them now. What a service that is away knows is left out.
         *
         *     Needs a key with the scope `read`, or one without scopes; of users, any may.
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
         * Show how users may log in
         * @description Is asked without an API key.
         */
        get: operations["LogInMethods.show"];
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
         *     Any key may.
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
         * Ask for a link that sets a new password
         * @description It is sent to the address if a user has it. The answer is the same if none has.
         *
         *     Is asked without an API key.
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
         * Set a new password with a link
         * @description Ends all sessions of the user and logs in. Works once.
         *
         *     Is asked without an API key.
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
            /** @description The id of the template. */
            template: string;
            recipient: components["schemas"]["Recipient"];
            /** @description Copies that everybody sees. */
            cc?: components["schemas"]["CopyRecipient"][];
            /** @description Copies that nobody else sees. */
            bcc?: components["schemas"]["CopyRecipient"][];
            /** @description Whom the mail is from; else the ESP account's default sender, else the account's. */
            sender?: components["schemas"]["Sender"];
            /** @description What the tags of the template are filled with; at most 128 KB as JSON. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description Labels for the log of this mail. */
            tags?: string[];
            /** @description Header fields of the mail. Structural fields and those that control providers are refused. */
            headers?: {
                [key: string]: string;
            };
            /** @description The id of the ESP account to send through; else the default one. */
            esp_account?: string;
            /** @description The locale of the template; else the customer's, else the template's default. */
            locale?: string;
            /** @description A version of that locale by its name, published or not; else the published one. */
            version_name?: string;
            /** @description A version by its id, published or not, in whichever locale it is; not together with `version_name`. */
            version_id?: string;
            /** @description Whether opens and clicks are tracked; else as the template says, else as the account's operator does, else not. */
            tracking?: components["schemas"]["Tracking"];
            /** @description When to send, in Unix seconds, at most a year ahead; else at once. */
            send_at?: components["schemas"]["Timestamp"];
            /** @description One picture that the HTML shows. */
            inline?: components["schemas"]["Attachment"];
            /** @description Attachments; with `inline` at most 7 MB, decoded. */
            files?: components["schemas"]["Attachment"][];
            /** @description Whether this mail goes to addresses that are suppressed, too; for keys with the scope `manage`. */
            ignore_suppressions?: boolean;
        };
        /** @description Whom the mail is for. */
        Recipient: {
            address: components["schemas"]["EmailAddress"];
            /** @description A name to show: one line. */
            name?: string;
        };
        /**
         * @description An email address: the part before the `@` in ASCII, a domain of any script.
         * @example ada@example.com
         */
        EmailAddress: string;
        /** @description Who gets a copy. */
        CopyRecipient: {
            address: components["schemas"]["EmailAddress"];
            /** @description A name to show: one line. */
            name?: string;
        };
        /** @description Whom the mail is from. */
        Sender: {
            address: components["schemas"]["EmailAddress"];
            /** @description Where answers go. */
            reply_to: components["schemas"]["EmailAddress"];
            /** @description A name to show: one line. */
            name: string;
        };
        /** @description What is tracked of a mail after it was sent. */
        Tracking: {
            /** @description Whether opens are tracked. */
            opens?: boolean;
            /** @description Whether clicks are tracked. */
            clicks?: boolean;
        };
        /** @description Unix time in whole seconds. */
        Timestamp: number;
        /** @description A file that goes with the mail. */
        Attachment: {
            /** @description The name of the file; `cid:` and this name show an inline one. */
            id: string;
            /** @description The content in base64. */
            data: string;
        };
        /**
         * @description A supported locale code.
         * @example en-US
         */
        Locale: string;
        /** @description Why a request failed. In a batch, the message alone. */
        Error: {
            /**
             * @description Always false.
             * @constant
             */
            success: false;
            /**
             * @description What is wrong, for programs: codes do not change.
             * @enum {string}
             */
            status: "invalid_request" | "unauthenticated" | "session_required" | "invalid_api_key" | "forbidden" | "csrf_refused" | "wrong_credentials" | "invalid_token" | "https_required" | "template_not_found" | "version_not_found" | "esp_account_not_found" | "log_not_found" | "no_esp_account" | "sender_required" | "drip_campaign_not_found" | "drip_campaign_disabled" | "missing_template_data" | "invalid_template" | "not_found" | "method_not_allowed" | "in_use" | "last_admin" | "not_cancellable" | "provider_refused" | "webhook_disabled" | "idempotency_in_progress" | "precondition_failed" | "payload_too_large" | "idempotency_mismatch" | "rate_limited" | "quota_exceeded" | "internal" | "unavailable";
            /** @description What is wrong, for people. */
            message: string;
            /** @description The fields at fault, where fields are; at most 50. */
            errors?: {
                /** @description Its path, as the caller wrote it. */
                field: string;
                /** @description What it must be. */
                message: string;
            }[];
            /**
             * @description Whether what was asked for has happened; in answers with 500 and more. After others it has not.
             * @enum {string}
             */
            carried_out?: "yes" | "no" | "unknown";
            /**
             * @description Why something is `unavailable`, for programs, where that is known.
             * @enum {string}
             */
            reason?: "service_not_running" | "service_timeout" | "dependency_unreachable" | "broker_unreachable" | "broker_blocked" | "login_unchecked" | "oidc_unreachable" | "out_of_time" | "overloaded" | "account_busy" | "turn_missed" | "streams_full" | "handover_under_way" | "attachments_not_stored" | "change_not_spread";
            /** @description The service that the reason is about. */
            service?: string;
            /** @description As in `X-Request-Id`; in the log lines of every service that took part. */
            request_id: string;
        };
        /** @description What became of one mail. */
        Log: {
            /** @constant */
            object: "log";
            /** @description The id, which is also the receipt of the send. */
            id: string;
            created: components["schemas"]["Timestamp"];
            /** @description The name of the recipient, or empty. */
            recipient_name: string;
            /** @description The address of the recipient. */
            recipient_address: string;
            status: components["schemas"]["LogStatus"];
            /** @description What the last event says. */
            message: string;
            /** @description The id of the template. */
            email_id: string;
            /** @description The name of the template when the mail was accepted. */
            email_name: string;
            /** @description The name of the version. */
            email_version: string | null;
        };
        /**
         * @description How far a mail has come.
         * @enum {string}
         */
        LogStatus: "requested" | "triggered" | "queued" | "sent" | "clicked" | "re_clicked" | "opened" | "re_opened" | "failed_to_queue" | "failed_to_send" | "processed" | "dropped" | "delivered" | "deferred" | "bounced" | "reported_as_spam" | "unsubscribed";
        /** @description A log that was looked for. */
        FoundLog: {
            /** @constant */
            object: "log";
            /** @description The id, which is also the receipt of the send. */
            id: string;
            created: components["schemas"]["Timestamp"];
            /** @description The name of the recipient, or empty. */
            recipient_name: string;
            /** @description The address of the recipient. */
            recipient_address: string;
            status: components["schemas"]["LogStatus"];
            /** @description What the last event says. */
            message: string;
            /** @description The id of the template. */
            email_id: string;
            /** @description The name of the template when the mail was accepted. */
            email_name: string;
            /** @description The name of the version. */
            email_version: string | null;
            /** @description How its subject begins, at most 255 characters; left out before the first attempt. */
            subject?: string;
            /** @description The tags of the mail. */
            tags: string[];
            /** @description Whether a test key sent it. */
            test: boolean;
            /** @description When its status last changed. */
            status_changed?: components["schemas"]["Timestamp"];
        };
        /** @description One thing that happened to a mail. */
        LogEvent: {
            /** @constant */
            object: "event";
            created: components["schemas"]["Timestamp"];
            type: components["schemas"]["LogStatus"];
            /** @description What happened, as a sentence. */
            message: string;
        };
        /** @description One try at handing a mail to a provider. */
        Attempt: {
            /** @constant */
            object: "attempt";
            /** @description Which one it was, from 1 on. */
            attempt: number;
            started: components["schemas"]["Timestamp"];
            /** @description How long it took. */
            milliseconds: number;
            /**
             * @description What the provider made of it: took it, refused it for good, or for now.
             * @enum {string}
             */
            outcome: "sent" | "rejected" | "deferred";
            /** @description The provider's code, or that of the connection that failed. */
            code?: string;
            /** @description What the provider said. */
            message: string;
            /** @description The id of the ESP account; left out where it was the built-in one. */
            esp_account?: string;
            /** @description The provider's own id of the mail. */
            provider_message_id?: string;
        };
        /** @description What was sent. */
        Mail: {
            /** @constant */
            object: "mail";
            /** @description The id of its log. */
            log_id: string;
            created: components["schemas"]["Timestamp"];
            /** @description Whom it is from. */
            sender: components["schemas"]["Sender"];
            /** @description Whom it is to. */
            recipient: components["schemas"]["Recipient"];
            /** @description Who gets a copy. */
            cc: components["schemas"]["CopyRecipient"][];
            /** @description Who gets a blind copy. */
            bcc: components["schemas"]["CopyRecipient"][];
            /** @description The subject. */
            subject: string;
            /** @description The preheader, which the HTML part has, too. */
            preheader?: string;
            /** @description The HTML part, without what tracking adds to it. */
            html?: string;
            /** @description The text part. */
            text: string;
            /** @description The AMP part. */
            amp_html?: string;
            /** @description What was left out when it was rendered, and why. */
            notes: string[];
            /** @description Headers that were given. */
            headers: {
                [key: string]: string;
            };
            /** @description Tags. */
            tags: string[];
            /** @description What the template was filled with. */
            template_data: {
                [key: string]: unknown;
            };
            /** @description The locale of the version. */
            locale: components["schemas"]["Locale"];
            /** @description The id of the version, where it is known. */
            version?: string;
            /** @description The id of the ESP account; left out where the built-in one sent it. */
            esp_account?: string;
            /** @description When it was to be sent, where the caller said so. */
            send_at?: components["schemas"]["Timestamp"];
            /** @description Whether a test key sent it. */
            test: boolean;
            /** @description What is attached, without its content. */
            attachments: {
                /** @description The name. */
                name: string;
                /** @description How large it is. */
                bytes: number;
                /** @description Whether it is an image of the HTML part. */
                inline: boolean;
            }[];
        };
        /** @description The source of a mail. */
        MailSource: {
            /** @constant */
            object: "mail_source";
            /** @description The id of its log. */
            log_id: string;
            /** @description Headers and parts by RFC 5322 and MIME, without the content of attachments. */
            source: string;
            /** @description False where more than 2 MB of it were cut off. */
            complete: boolean;
        };
        /** @description What was asked for is done. */
        Ok: {
            /**
             * @description Always true: errors have a shape of their own.
             * @constant
             */
            success: true;
            /**
             * @description Always `OK`.
             * @constant
             */
            status: "OK";
        };
        CustomerBody: {
            email: components["schemas"]["EmailAddress"];
            /** @description Attributes: those given are replaced or added, others stay. */
            data?: {
                [key: string]: string | number | boolean | null;
            };
            /** @description The locale that mail to this customer prefers. */
            locale?: components["schemas"]["Locale"];
        };
        /** @description Somebody who gets mail. */
        Customer: {
            /** @constant */
            object: "customer";
            /** @description The address. */
            email: string;
            /** @description Attributes. */
            data: {
                [key: string]: unknown;
            };
            created: components["schemas"]["Timestamp"];
            /** @description The locale that mail to this customer prefers. */
            locale?: string;
        };
        /** @description Everything that is held of a person. */
        CustomerExport: {
            /** @constant */
            object: "customer_export";
            /** @description The address. */
            email: string;
            /** @description When this was asked for. */
            created: components["schemas"]["Timestamp"];
            /** @description The customer, where there is one. */
            customer?: components["schemas"]["Customer"];
            /** @description Oldest first. */
            conversions: components["schemas"]["Conversion"][];
            /** @description Newest first. */
            logs: {
                /** @constant */
                object: "log";
                /** @description The id, which is also the receipt of the send. */
                id: string;
                created: components["schemas"]["Timestamp"];
                /** @description The name of the recipient, or empty. */
                recipient_name: string;
                /** @description The address of the recipient. */
                recipient_address: string;
                status: components["schemas"]["LogStatus"];
                /** @description What the last event says. */
                message: string;
                /** @description The id of the template. */
                email_id: string;
                /** @description The name of the template when the mail was accepted. */
                email_name: string;
                /** @description The name of the version. */
                email_version: string | null;
                /** @description How its subject begins, at most 255 characters; left out before the first attempt. */
                subject?: string;
                /** @description Oldest first. */
                events: {
                    created: components["schemas"]["Timestamp"];
                    type: components["schemas"]["LogStatus"];
                    /** @description What happened, as a sentence. */
                    message: string;
                    /** @description What is known besides. */
                    detail?: {
                        /** @description Whom of `cc` and `bcc` it is about; absent where it is about the recipient or about the mail as a whole. */
                        copy_address?: string;
                        /**
                         * @description Of a bounce: whether the address will never work.
                         * @enum {string}
                         */
                        bounce?: "hard" | "soft";
                        /** @description As the receiver or provider classifies it: `5.1.1`, `550`, or a word of the provider's. */
                        code?: string;
                        /** @description The link that was clicked. */
                        url?: string;
                        /** @description A scanner, proxy or prefetcher did it, not a person. */
                        is_bot?: boolean;
                        /** @description The program, as it calls itself. */
                        user_agent?: string;
                    };
                }[];
                /** @description The mail, as it was accepted. */
                email?: {
                    /** @description Whom it was from. */
                    sender: unknown;
                    /** @description What the template was filled with. */
                    template_data: {
                        [key: string]: unknown;
                    };
                    /** @description Headers that were given. */
                    headers: {
                        [key: string]: string;
                    };
                    /** @description Tags. */
                    tags: string[];
                    /** @description What was attached, without its content. */
                    attachments: {
                        /** @description The name. */
                        name: string;
                        /** @description How large it is. */
                        bytes: number;
                    }[];
                };
                /** @description Opens, clicks and unsubscribing, where there are any; oldest first. */
                engagements?: components["schemas"]["ExportedEngagement"][];
            }[];
            /** @description Why the address gets no mail, where it gets none. */
            suppressions: components["schemas"]["Suppression"][];
            /** @description Memberships of drip campaigns, newest first. */
            drip_members: components["schemas"]["ExportedDripMember"][];
        };
        /** @description Something that a customer did that was worth sending for. */
        Conversion: {
            /** @constant */
            object: "conversion";
            /** @description What it brought in, in cents. */
            revenue?: number;
            /** @description When it happened. */
            converted: components["schemas"]["Timestamp"];
        };
        /** @description What was done with a mail. */
        ExportedEngagement: {
            /**
             * @description What was done.
             * @enum {string}
             */
            kind: "open" | "click" | "unsubscribe";
            /** @description When. */
            at: components["schemas"]["Timestamp"];
            /** @description How often within a moment. */
            count: number;
            /** @description Why it is taken for a machine. */
            machine?: string;
            /** @description Where the link led. */
            url?: string;
            /** @description The program, as it calls itself. */
            user_agent?: string;
        };
        /** @description An address that gets no mail, and why. */
        Suppression: {
            /** @constant */
            object: "suppression";
            /** @description The address; null where its owner was erased. The address is suppressed all the same. */
            email: string | null;
            reason: components["schemas"]["SuppressionReason"];
            /** @description What the receiver, the provider or whoever added it said. */
            note: string;
            created: components["schemas"]["Timestamp"];
            /** @description The id of the log of the mail that it came of. */
            log_id?: string;
        };
        /**
         * @description Why mail to an address is not sent.
         * @enum {string}
         */
        SuppressionReason: "hard_bounce" | "spam_report" | "unsubscribe" | "manual";
        /** @description A membership with everything that is stored of it. */
        ExportedDripMember: {
            /** @constant */
            object: "drip_member";
            /** @description Its id. */
            id: string;
            /** @description The address. */
            recipient_address: string;
            /** @description Whether it was begun with a test key. */
            test: boolean;
            /**
             * @description Waiting for a step, past the last one, or deactivated.
             * @enum {string}
             */
            state: "waiting" | "finished" | "left";
            /** @description When it began, in Unix seconds. */
            entered: components["schemas"]["Timestamp"];
            /** @description The id of the step that it waits for. */
            step?: string;
            /** @description When that step is due, in Unix seconds. */
            next_due?: components["schemas"]["Timestamp"];
            /** @description When it ended, in Unix seconds. */
            ended?: components["schemas"]["Timestamp"];
            /** @description The id of the drip campaign. */
            drip_campaign: string;
            /** @description What its mails are filled with, while it waits. */
            email_data?: {
                [key: string]: unknown;
            };
        };
        /** @description How far the erasure of a person has come. */
        Erasure: {
            /** @constant */
            object: "erasure";
            /** @description The id. */
            id: string;
            /** @description When it was asked for. What is sent to the address afterwards is kept. */
            created: components["schemas"]["Timestamp"];
            /** @description The address that stands in the logs from then on. */
            pseudonym: string;
            /**
             * @description `done` when nothing is left to erase.
             * @enum {string}
             */
            state: "running" | "done";
            /** @description Logs that have been erased so far. */
            logs: number;
            /** @description Mails of them that were waiting and do not go out any more. */
            cancelled: number;
            /** @description Memberships of drip campaigns that have been erased so far. */
            drip_members: number;
        };
        ConversionBody: {
            /** @description What it brought in, in cents. */
            revenue?: number;
            /** @description When it happened; else now. */
            timestamp?: components["schemas"]["Timestamp"];
        };
        RenderBody: {
            /** @description The id of the template. */
            template: string;
            /** @description What the tags of the template are filled with; at most 128 KB as JSON. */
            template_data: {
                [key: string]: unknown;
            };
            /** @description A version by its id; else the published one. */
            version_id?: string;
            /** @description A version by its name; not together with `version_id`. */
            version_name?: string;
            /** @description The locale; else the template's default. */
            locale?: string;
            /** @description Whether missing data is an error. */
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
            /** @description Tags, by which translations find their templates. */
            tags: string[];
            /** @description What it says of tracking; left out where it says nothing. */
            tracking?: components["schemas"]["Tracking"];
        };
        /** @description A version without its content. */
        VersionSummary: {
            /** @description Its name. */
            name: string;
            /** @description Its id. */
            id: string;
            /** @description Whether it is sent. */
            published: boolean;
            /** @description Its share of the recipients, while an A/B test runs. */
            weight?: number;
            created: components["schemas"]["Timestamp"];
            modified: components["schemas"]["Timestamp"];
        };
        TemplateBody: {
            /** @description The name of the version. */
            name: string;
            /** @description The subject; may hold tags of the template language. */
            subject: string;
            /** @description The HTML part, or MJML (root element `<mjml>`). One of `html` and `text` is required. */
            html?: string;
            /** @description The text part; without it, mail carries the text of its HTML. */
            text?: string;
            /** @description What a mailbox shows beside the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for whoever edits the template; sending does not use it. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language; left out, the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether what is printed in HTML is escaped where the template does not say; left out, it is not. */
            autoescape?: boolean;
            /** @description The default locale; else `en-US`. */
            locale?: components["schemas"]["Locale"];
            /** @description At most 3 tags, by which translations find their templates. */
            tags?: string[];
        };
        /**
         * @description The language that a version is written in.
         * @enum {string}
         */
        TemplateEngine: "mustache" | "jinja";
        TemplateCheckBody: {
            /** @description The subject; may hold tags of the template language. */
            subject?: string;
            /** @description The HTML part, or MJML (root element `<mjml>`). One of `html` and `text` is required. */
            html?: string;
            /** @description The text part; without it, mail carries the text of its HTML. */
            text?: string;
            /** @description What a mailbox shows beside the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for whoever edits the template; sending does not use it. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language; left out, the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether what is printed in HTML is escaped where the template does not say; left out, it is not. */
            autoescape?: boolean;
        };
        /** @description A reason why a version cannot be saved, or not be rendered with its data. */
        TemplateProblem: {
            /**
             * @description The part that it is about, named as in the content of a version.
             * @enum {string}
             */
            part?: "subject" | "html" | "text" | "preheader" | "amp_html";
            /** @description The line in the part; of what stands in a snippet, the line of its tag. */
            line?: number;
            /** @description Where in its line the tag begins, or what is wrong in it; in characters from 1 on, left out where that is not known. */
            column?: number;
            /** @description What is wrong, with the part and the line, and what to write instead. */
            message: string;
        };
        /** @description A value that a template reads. */
        TemplateVariable: {
            /** @description Its name in the data; `[]` stands for an item of a list: `order.items[].name`. */
            name: string;
            /** @description What the template does with it: prints it, goes through it item by item, or asks whether it is there. */
            uses: ("printed" | "looped" | "tested")[];
        };
        /** @description A link in a part. */
        TemplateLink: {
            /**
             * @description The part that it is about, named as in the content of a version.
             * @enum {string}
             */
            part: "subject" | "html" | "text" | "preheader" | "amp_html";
            /** @description The address as the template has it, tags included. */
            url: string;
        };
        TemplatePreviewBody: {
            /** @description The subject; may hold tags of the template language. */
            subject?: string;
            /** @description The HTML part, or MJML (root element `<mjml>`). One of `html` and `text` is required. */
            html?: string;
            /** @description The text part; without it, mail carries the text of its HTML. */
            text?: string;
            /** @description What a mailbox shows beside the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for whoever edits the template; sending does not use it. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language; left out, the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether what is printed in HTML is escaped where the template does not say; left out, it is not. */
            autoescape?: boolean;
            /** @description The id of the template that it is to become a version of: its translations are used. */
            template?: string;
            /** @description The locale that it is for; else the template's default, or `en-US`. */
            locale?: components["schemas"]["Locale"];
            /** @description Snippets by name, which take the place of those that are stored: what a change of theirs would do. */
            snippets?: {
                [key: string]: string;
            };
        };
        /** @description A template in a list, and when it was last sent. */
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
            /** @description When one of its versions was last saved. */
            modified: components["schemas"]["Timestamp"];
            /** @description Of a version of the default locale that is published. */
            subject?: string;
            /** @description Its locales, the default first. */
            locales: {
                locale: components["schemas"]["Locale"];
                /** @description Whether it is the default locale. */
                default: boolean;
                /** @description How many versions are published: several in an A/B test. */
                published: number;
                /** @description How many versions are not. */
                drafts: number;
            }[];
            /** @description The last day on which mail of it was sent, where that is one of the last 30. */
            last_sent?: components["schemas"]["Timestamp"];
        };
        /** @description A tag of templates. */
        TemplateTag: {
            /** @description The tag. */
            tag: string;
            /** @description How many templates have it. */
            templates: number;
        };
        TemplateUpdate: {
            /** @description A new name. */
            name?: string;
            /** @description At most 3 tags, by which translations find their templates. */
            tags?: string[];
            /** @description What is tracked of its mails where a send does not say; `{}` leaves that to the account. */
            tracking?: components["schemas"]["Tracking"];
        };
        TemplateLocaleBody: {
            /** @description The name of the version. */
            name: string;
            /** @description The subject; may hold tags of the template language. */
            subject: string;
            /** @description The HTML part, or MJML (root element `<mjml>`). One of `html` and `text` is required. */
            html?: string;
            /** @description The text part; without it, mail carries the text of its HTML. */
            text?: string;
            /** @description What a mailbox shows beside the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for whoever edits the template; sending does not use it. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language; left out, the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether what is printed in HTML is escaped where the template does not say; left out, it is not. */
            autoescape?: boolean;
            locale: components["schemas"]["Locale"];
        };
        /** @description The content of a mail in one locale. */
        Version: {
            /** @description Its id. */
            id: string;
            created: components["schemas"]["Timestamp"];
            modified: components["schemas"]["Timestamp"];
            /** @description Whether it is sent. */
            published: boolean;
            /** @description Its name. */
            name: string;
            /** @description The subject. */
            subject: string;
            /** @description The HTML part, or MJML; empty where there is none. */
            html: string;
            /** @description The text part; empty where it is made from the HTML. */
            text: string;
            /** @description What a mailbox shows beside the subject. */
            preheader?: string;
            /** @description The AMP part. */
            amp_html?: string;
            /** @description Sample data for whoever edits the template. */
            template_data?: {
                [key: string]: unknown;
            };
            engine: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether what is printed in HTML is escaped where the template does not say. */
            autoescape?: boolean;
        };
        VersionBody: {
            /** @description The name of the version. */
            name: string;
            /** @description The subject; may hold tags of the template language. */
            subject: string;
            /** @description The HTML part, or MJML (root element `<mjml>`). One of `html` and `text` is required. */
            html?: string;
            /** @description The text part; without it, mail carries the text of its HTML. */
            text?: string;
            /** @description What a mailbox shows beside the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for whoever edits the template; sending does not use it. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language; left out, the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether what is printed in HTML is escaped where the template does not say; left out, it is not. */
            autoescape?: boolean;
            /** @description `true`: it is published at once; left out, it is a draft. */
            publish?: boolean;
            /** @description The `ETag`, without its quotes, of the version that is published now: where another one is, or several are, or it was changed, nothing happens (412). */
            replaces?: string;
        };
        /** @description A version as it was saved. */
        SavedVersion: {
            /** @description Its id. */
            id: string;
            created: components["schemas"]["Timestamp"];
            modified: components["schemas"]["Timestamp"];
            /** @description Whether it is sent. */
            published: boolean;
            /** @description Its name. */
            name: string;
            /** @description The subject. */
            subject: string;
            /** @description The HTML part, or MJML; empty where there is none. */
            html: string;
            /** @description The text part; empty where it is made from the HTML. */
            text: string;
            /** @description What a mailbox shows beside the subject. */
            preheader?: string;
            /** @description The AMP part. */
            amp_html?: string;
            /** @description Sample data for whoever edits the template. */
            template_data?: {
                [key: string]: unknown;
            };
            engine: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether what is printed in HTML is escaped where the template does not say. */
            autoescape?: boolean;
            /** @description What works but may not be meant, such as a tag of Handlebars; left out where there is nothing. */
            warnings?: string[];
        };
        VersionUpdate: {
            /** @description The name of the version. */
            name: string;
            /** @description The subject; may hold tags of the template language. */
            subject: string;
            /** @description The HTML part, or MJML (root element `<mjml>`). One of `html` and `text` is required. */
            html?: string;
            /** @description The text part; without it, mail carries the text of its HTML. */
            text?: string;
            /** @description What a mailbox shows beside the subject. */
            preheader?: string;
            /** @description An AMP part. */
            amp_html?: string;
            /** @description Sample data for whoever edits the template; sending does not use it. */
            template_data?: {
                [key: string]: unknown;
            };
            /** @description The language; left out, the tags decide. */
            engine?: components["schemas"]["TemplateEngine"];
            /** @description Jinja only: whether what is printed in HTML is escaped where the template does not say; left out, it is not. */
            autoescape?: boolean;
            /** @description `false`: a draft stays a draft; `true`: it is published, as without it. With either, what is left out is emptied. */
            publish?: boolean;
            /** @description The `ETag`, without its quotes, of the version that is published now: where another one is, or several are, or it was changed, nothing happens (412). */
            replaces?: string;
        };
        AbTestBody: {
            /** @description The versions to compare. */
            versions: {
                /** @description The id of a version of this locale. */
                id: string;
                /** @description Its share of the recipients, in proportion to the others. */
                weight: number;
            }[];
        };
        /** @description Data that a template is looked at with. */
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
            /** @description What it is called. */
            name: string;
            /** @description The data, at most 128 KB as JSON. */
            template_data: {
                [key: string]: unknown;
            };
        };
        /** @description A piece of content that templates share. */
        Snippet: {
            /** @constant */
            object: "snippet";
            /** @description Its id. */
            id: string;
            /** @description The name by which templates include it. */
            name: string;
            /** @description What takes its place. */
            body: string;
            created: components["schemas"]["Timestamp"];
            modified: components["schemas"]["Timestamp"];
        };
        SnippetBody: {
            /** @description The name by which templates include it. */
            name: string;
            /** @description What takes its place. */
            body: string;
        };
        /** @description A version that has a snippet in it. */
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
            /** @description Whether the version is sent. */
            published: boolean;
        };
        /** @description A sequence of delayed mails. */
        DripCampaign: {
            /** @constant */
            object: "drip_campaign";
            /** @description Its id. */
            id: string;
            /** @description Its name. */
            name: string;
            /** @description Whether its mails go out; they wait while it is disabled. */
            enabled: boolean;
            /** @description A send of this template activates its recipient. */
            trigger_email_id: string | null;
            /** @description Its mails, in order. */
            drip_steps: components["schemas"]["DripStep"][];
            /** @description How many memberships began. */
            entered: number;
            /** @description How many are under way. */
            waiting: number;
            /** @description How many came to the end. */
            finished: number;
            /** @description How many were ended by a deactivation. */
            left: number;
        };
        /** @description A mail of a drip campaign. */
        DripStep: {
            /** @constant */
            object: "drip_step";
            /** @description Its id. */
            id: string;
            /** @description The id of the template. */
            email_id: string;
            /** @description Seconds after the step before, or after activation; a number as a string, with the header `X-Numeric-Delays` a number. */
            delay_seconds: string;
            /** @description How many members wait for it; where one campaign is shown, and once they have been counted. */
            waiting?: number;
        };
        DripCampaignBody: {
            /** @description A name for people. */
            name: string;
            /** @description The id of a template: a send of it activates its recipient. */
            trigger_email_id?: string;
            /** @description Whether its mails go out; else they wait. */
            enabled?: boolean;
            /** @description Its mails, in order. */
            drip_steps: components["schemas"]["DripStepBody"][];
        };
        DripStepBody: {
            /** @description Of a step that stays; else steps are matched by their templates. */
            id?: string;
            /** @description The id of the template. */
            email_id: string;
            /** @description Seconds after the step before, or after activation; a number may be written as a string. */
            delay_seconds: number | string;
        };
        DripCampaignUpdate: {
            /** @description A new name. */
            name?: string;
            /** @description The id of a template: a send of it activates its recipient. Null for none. */
            trigger_email_id?: string | null;
            /** @description Whether its mails go out; else they wait. */
            enabled?: boolean;
            /** @description Its mails from now on, in order. */
            drip_steps?: components["schemas"]["DripStepBody"][];
        };
        DripActivation: {
            recipient: components["schemas"]["Recipient"];
            /** @description Copies that everybody sees. */
            cc?: components["schemas"]["CopyRecipient"][];
            /** @description Copies that nobody else sees. */
            bcc?: components["schemas"]["CopyRecipient"][];
            /** @description Whom the mail is from; else the ESP account's default sender, else the account's. */
            sender?: components["schemas"]["Sender"];
            /** @description Labels for the log of this mail. */
            tags?: string[];
            /** @description Header fields of the mail. Structural fields and those that control providers are refused. */
            headers?: {
                [key: string]: string;
            };
            /** @description The id of the ESP account to send through; else the default one. */
            esp_account?: string;
            /** @description The locale of the template; else the customer's, else the template's default. */
            locale?: string;
            /** @description What the tags of the template are filled with; at most 128 KB as JSON. */
            email_data?: {
                [key: string]: unknown;
            };
        };
        DripDeactivation: {
            /** @description Whose mails are to stop. */
            recipient_address: components["schemas"]["EmailAddress"];
        };
        /** @description Somebody in a drip campaign. */
        DripMember: {
            /** @constant */
            object: "drip_member";
            /** @description Its id. */
            id: string;
            /** @description The address. */
            recipient_address: string;
            /** @description Whether it was begun with a test key. */
            test: boolean;
            /**
             * @description Waiting for a step, past the last one, or deactivated.
             * @enum {string}
             */
            state: "waiting" | "finished" | "left";
            /** @description When it began, in Unix seconds. */
            entered: components["schemas"]["Timestamp"];
            /** @description The id of the step that it waits for. */
            step?: string;
            /** @description When that step is due, in Unix seconds. */
            next_due?: components["schemas"]["Timestamp"];
            /** @description When it ended, in Unix seconds. */
            ended?: components["schemas"]["Timestamp"];
        };
        /**
         * @description The provider of an ESP account, by its type or its name.
         * @enum {string}
         */
        NamedEspType: "esp_kind_1" | "esp_kind_2" | "esp_kind_3" | "esp_kind_4" | "esp_kind_5" | "esp_kind_6" | "esp_kind_7" | "esp_kind_8" | "smtp" | "sendgrid" | "mailgun" | "mandrill" | "postmark" | "ses" | "mailjet" | "dyn" | "sparkpost";
        /** @description A way out for mail: an account at a provider, or a mail server. */
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
            /** @description Whether mail that names no ESP account goes through it: it was chosen, or is the oldest and none was. */
            is_default?: boolean;
            /**
             * @description It was imported without credentials, and sends no mail until a `PUT` gives it some.
             * @constant
             */
            needs_credentials?: true;
            /** @description Whom mail is from that names no sender. */
            default_sender?: components["schemas"]["Sender"];
            /**
             * @description Which of the provider's regions.
             * @enum {string}
             */
            region?: "us" | "eu";
            /** @description The provider's configuration set. */
            configuration_set?: string;
            /** @description TLS from the first byte, instead of STARTTLS. */
            implicit_tls?: boolean;
            /** @description Whether what cannot be delivered comes back to Postrider. */
            bounces?: boolean;
            /** @description What is tracked. */
            tracking?: {
                /** @description Whether the provider tracks opens and clicks. */
                provider: boolean;
            };
            /** @description How many mails a second, over all replicas. */
            rate_per_second?: number;
            /** @description The ESP account that takes over when this one fails. */
            fallback?: string;
            /** @description Where the provider is to report what becomes of mail; shown to keys that may manage. */
            webhook_url?: string;
            /** @description When it was last registered there by `POST /esp_accounts/{id}/setup_webhook`; left out once that was rotated or `webhook` was given. */
            webhook_registered?: components["schemas"]["Timestamp"];
        };
        /**
         * @description The provider of an ESP account.
         * @enum {string}
         */
        EspType: "esp_kind_1" | "esp_kind_2" | "esp_kind_3" | "esp_kind_4" | "esp_kind_5" | "esp_kind_6" | "esp_kind_7" | "esp_kind_8" | "smtp";
        /**
         * @description The provider by its name.
         * @enum {string}
         */
        Provider: "sendgrid" | "mailgun" | "mandrill" | "postmark" | "ses" | "mailjet" | "dyn" | "sparkpost" | "smtp";
        EspAccountBody: {
            /** @description A name for people. */
            name: string;
            esp_type: components["schemas"]["NamedEspType"];
            /** @description What this type of ESP account is logged in with; never shown again. */
            credentials: {
                [key: string]: unknown;
            };
            /** @description Whom mail is from that names no sender. */
            default_sender?: components["schemas"]["Sender"];
            /**
             * @description Which of the provider's regions.
             * @enum {string}
             */
            region?: "us" | "eu";
            /** @description The provider's configuration set. */
            configuration_set?: string;
            /** @description TLS from the first byte, instead of STARTTLS. */
            implicit_tls?: boolean;
            /** @description Whether what cannot be delivered comes back to Postrider. */
            bounces?: boolean;
            /** @description What is tracked. */
            tracking?: {
                /** @description Whether the provider tracks opens and clicks. */
                provider: boolean;
            };
            /** @description How many mails a second, over all replicas. */
            rate_per_second?: number;
            /** @description The id of the ESP account that takes over when this one fails. */
            fallback?: string;
            /** @description What the events that the provider reports are verified by; never shown again. */
            webhook?: {
                [key: string]: unknown;
            };
        };
        EspAccountTrial: {
            esp_type: components["schemas"]["NamedEspType"];
            /** @description What this type of ESP account is logged in with; never shown again. */
            credentials: {
                [key: string]: unknown;
            };
            /**
             * @description Which of the provider's regions.
             * @enum {string}
             */
            region?: "us" | "eu";
            /** @description The provider's configuration set. */
            configuration_set?: string;
            /** @description TLS from the first byte, instead of STARTTLS. */
            implicit_tls?: boolean;
        };
        /** @description What came of trying the connection of an ESP account. */
        EspAccountTest: {
            /** @constant */
            object: "esp_account_test";
            /**
             * @description `unknown` where the provider has no request that tells, or refuses it to this key.
             * @enum {string}
             */
            outcome: "works" | "fails" | "unknown";
            /** @description What was done, in a sentence. */
            tried: string;
            /** @description What was answered, in the words of the provider or mail server. */
            answer: string;
        };
        EspAccountUpdate: {
            /** @description A name for people. */
            name: string;
            /** @description If given, the type it has: the type cannot change. */
            esp_type?: components["schemas"]["NamedEspType"];
            /** @description New credentials; without them the old ones stay. */
            credentials?: {
                [key: string]: unknown;
            };
            /** @description Whom mail is from that names no sender. */
            default_sender?: components["schemas"]["Sender"];
            /**
             * @description Which of the provider's regions.
             * @enum {string}
             */
            region?: "us" | "eu";
            /** @description The provider's configuration set. */
            configuration_set?: string;
            /** @description TLS from the first byte, instead of STARTTLS. */
            implicit_tls?: boolean;
            /** @description Whether what cannot be delivered comes back to Postrider. */
            bounces?: boolean;
            /** @description What is tracked. */
            tracking?: {
                /** @description Whether the provider tracks opens and clicks. */
                provider: boolean;
            };
            /** @description How many mails a second, over all replicas. */
            rate_per_second?: number;
            /** @description The id of the ESP account that takes over when this one fails. */
            fallback?: string;
            /** @description What the events that the provider reports are verified by; never shown again. */
            webhook?: {
                [key: string]: unknown;
            };
        };
        /** @description An address that is told what becomes of mail. */
        Webhook: {
            /** @constant */
            object: "webhook";
            /** @description Its id. */
            id: string;
            created: components["schemas"]["Timestamp"];
            /** @description Where events are posted to. */
            url: string;
            /** @description Which events are posted; empty: all of them. */
            events: string[];
            /** @description What it is for. */
            description: string;
            /** @description Whether events are posted. */
            enabled: boolean;
            /** @description Since when every attempt has failed. */
            failing_since?: components["schemas"]["Timestamp"];
            /** @description When Postrider switched it off: all attempts had failed for five days, or it had answered 410. */
            switched_off?: components["schemas"]["Timestamp"];
            /** @description Until when the secret before the last rotation signs, too. */
            old_secret_until?: components["schemas"]["Timestamp"];
            /** @description Events that were not posted because too many were waiting already. */
            missed?: number;
        };
        WebhookBody: {
            /** @description Where events are posted to. */
            url: string;
            /** @description Which events are posted; left out or empty, all of them. */
            events?: unknown;
            /** @description What it is for, in words of your own. */
            description?: string;
            /** @description Whether events are posted; left out when it is made, they are, and when it is changed, it stays as it is. */
            enabled?: boolean;
        };
        WebhookTestBody: {
            /** @description Of which type; `email.delivered` when left out. */
            type?: components["schemas"]["WebhookEventType"];
        };
        /**
         * @description What happened to a mail: `email.` and the status of its log.
         * @enum {string}
         */
        WebhookEventType: "email.triggered" | "email.queued" | "email.sent" | "email.clicked" | "email.re_clicked" | "email.opened" | "email.re_opened" | "email.processed" | "email.dropped" | "email.delivered" | "email.deferred" | "email.bounced" | "email.reported_as_spam" | "email.unsubscribed";
        WebhookReplayBody: {
            /** @description One event, by its id. */
            event_id?: string;
            /** @description All that the webhook asks for, from this time on, in Unix seconds. */
            since?: components["schemas"]["Timestamp"];
            /** @description And before this time; now, when left out. */
            until?: components["schemas"]["Timestamp"];
            /** @description `next_cursor` of the page before. */
            cursor?: string;
        };
        /** @description One attempt to post an event. */
        WebhookAttempt: {
            /** @constant */
            object: "webhook_attempt";
            created: components["schemas"]["Timestamp"];
            /** @description The id of the event, `webhook-id` of the post. */
            event_id: string;
            /** @description The type of the event. */
            type: string;
            /** @description The how manieth attempt it was, from 1. */
            attempt: number;
            /**
             * @description Whether it was taken; `failed` is tried again, `given_up` is not.
             * @enum {string}
             */
            outcome: "delivered" | "failed" | "given_up";
            /** @description The HTTP status of the answer; left out where there was none. */
            status?: number;
            /** @description What happened, as a sentence. */
            message: string;
            /** @description How the body of the answer begins. */
            answer: string;
            /** @description How long it took. */
            milliseconds: number;
            /** @description When it is tried again. */
            next?: components["schemas"]["Timestamp"];
        };
        /** @description A mail that ended without being sent. */
        Failure: {
            /** @constant */
            object: "failure";
            /** @description The id of its log. */
            log_id: string;
            failed: components["schemas"]["Timestamp"];
            /** @description The ESP account that it failed through: its id, or `builtin`, where it was the built-in one. */
            esp_account: string;
            /**
             * @description How it ended.
             * @enum {string}
             */
            status: "bounced" | "dropped";
            /** @description The provider's code; left out where there is none. */
            code?: string;
            /** @description Why, as its log says it. */
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
             * @description How it ended.
             * @enum {string}
             */
            status: "bounced" | "dropped";
            /** @description The provider's code; left out where there is none. */
            code?: string;
            /** @description How many there are. */
            count: number;
            /** @description When the first of them failed. */
            first: components["schemas"]["Timestamp"];
            /** @description When the last of them failed. */
            last: components["schemas"]["Timestamp"];
            /** @description The last of them. */
            example: {
                /** @description The id of its log. */
                log_id: string;
                /** @description Why it failed. */
                reason: string;
            };
        };
        FailureReplay: {
            /** @description Only those of this ESP account: its id, or `builtin`, where it was the built-in one. */
            esp_account?: string;
            /**
             * @description Only those that ended so.
             * @enum {string}
             */
            status?: "bounced" | "dropped";
            /** @description Only those with this code; `none`: those without one. */
            code?: string;
            /** @description Only those that failed at this time or after it. */
            from?: components["schemas"]["Timestamp"];
            /** @description Only those that failed before this time. */
            to?: components["schemas"]["Timestamp"];
            /** @description Only those of these logs. */
            log_ids?: string[];
            /** @description The ESP account that sends, in place of each mail's own. */
            through?: string;
            /** @description `next_cursor` of the call before, to go on. */
            cursor?: string;
        };
        FailureChoice: {
            /** @description Only those of this ESP account: its id, or `builtin`, where it was the built-in one. */
            esp_account?: string;
            /**
             * @description Only those that ended so.
             * @enum {string}
             */
            status?: "bounced" | "dropped";
            /** @description Only those with this code; `none`: those without one. */
            code?: string;
            /** @description Only those that failed at this time or after it. */
            from?: components["schemas"]["Timestamp"];
            /** @description Only those that failed before this time. */
            to?: components["schemas"]["Timestamp"];
            /** @description Only those of these logs. */
            log_ids?: string[];
        };
        /** @description Mail that waits for one ESP account. */
        QueueLane: {
            /** @description The ESP account: its id, or `builtin`; left out for mail of test keys, which meets none. */
            esp_account?: string;
            /**
             * @description Mail that was sent for, mail of drip campaigns, or mail of test keys.
             * @enum {string}
             */
            kind: "mail" | "campaign" | "test";
            /** @description How many mails wait, scheduled ones included; counted up to 10,000. */
            waiting: number;
            /** @description How many of them are due and not being sent; counted up to 10,000. */
            due: number;
            /** @description Since when the first of these has been due. */
            oldest_due?: components["schemas"]["Timestamp"];
            /** @description When the next one is due, where none is. */
            next_due?: components["schemas"]["Timestamp"];
            /**
             * @description `failing`: the last attempt at some of it failed because of the ESP account; `paused`: nothing is tried for a while.
             * @enum {string}
             */
            state: "open" | "failing" | "paused";
            /** @description When it is tried again, as the process that answers knows it. */
            paused_until?: components["schemas"]["Timestamp"];
        };
        SuppressionBody: {
            email: components["schemas"]["EmailAddress"];
            /** @description Why; `manual` when left out. */
            reason?: components["schemas"]["SuppressionReason"];
            /** @description What else is to be known of it, for people. */
            note?: string;
        };
        /** @description What became of the mail of some time. */
        Statistics: {
            /** @constant */
            object: "statistics";
            /**
             * @description How long a bucket is.
             * @enum {string}
             */
            by: "day" | "hour";
            /** @description When the first bucket begins. */
            from: number;
            /** @description When the last bucket ends. */
            to: number;
            /** @description All buckets together. */
            total: components["schemas"]["Figures"];
            /** @description One for every hour or day, oldest first, those without mail too. */
            buckets: {
                /** @description When the hour or day begins. */
                begins: number;
                /** @description Mails that a provider took. */
                sent: number;
                /** @description Mails that a mail server refused at once: not in `sent`, and in `bounced`. */
                refused?: number;
                /** @description The server of the recipient has them. */
                delivered: components["schemas"]["Counted"];
                /** @description Opened, not by machines. */
                opened: components["schemas"]["Counted"];
                /** @description A link was followed, not by machines. */
                clicked: components["schemas"]["Counted"];
                /** @description Refused for the recipient, at once or later. */
                bounced: components["schemas"]["Counted"];
                /** @description Reported as spam. */
                complaints: components["schemas"]["Counted"];
                /** @description The recipient wants no more of them. */
                unsubscribes: components["schemas"]["Counted"];
                /** @description Conversions by whoever had clicked them last: mails that led to one, and all of them. */
                conversions: components["schemas"]["Counted"];
                /** @description What these conversions brought in, in cents. */
                revenue: number;
            }[];
            /** @description Where a template is asked for: its versions, most mail first, at most 20. */
            versions?: components["schemas"]["VersionFigures"][];
        };
        /** @description How many mails something happened to, and how often in all. */
        Counted: {
            /** @description Mails to which it happened. */
            unique: number;
            /** @description How often it happened. */
            total: number;
        };
        /** @description What became of mail that was accepted in some time. */
        Figures: {
            /** @description Mails that a provider took. */
            sent: number;
            /** @description Mails that a mail server refused at once: not in `sent`, and in `bounced`. */
            refused?: number;
            /** @description The server of the recipient has them. */
            delivered: components["schemas"]["Counted"];
            /** @description Opened, not by machines. */
            opened: components["schemas"]["Counted"];
            /** @description A link was followed, not by machines. */
            clicked: components["schemas"]["Counted"];
            /** @description Refused for the recipient, at once or later. */
            bounced: components["schemas"]["Counted"];
            /** @description Reported as spam. */
            complaints: components["schemas"]["Counted"];
            /** @description The recipient wants no more of them. */
            unsubscribes: components["schemas"]["Counted"];
            /** @description Conversions by whoever had clicked them last: mails that led to one, and all of them. */
            conversions: components["schemas"]["Counted"];
            /** @description What these conversions brought in, in cents. */
            revenue: number;
        };
        /** @description The figures of one version, to be read beside those of the others. */
        VersionFigures: {
            /** @description The id of the version; empty for mail of which it was not written down. */
            version: string;
            /** @description Mails that a provider took. */
            sent: number;
            /** @description Mails that a mail server refused at once: not in `sent`, and in `bounced`. */
            refused?: number;
            /** @description The server of the recipient has them. */
            delivered: components["schemas"]["Counted"];
            /** @description Opened, not by machines. */
            opened: components["schemas"]["Counted"];
            /** @description A link was followed, not by machines. */
            clicked: components["schemas"]["Counted"];
            /** @description Refused for the recipient, at once or later. */
            bounced: components["schemas"]["Counted"];
            /** @description Reported as spam. */
            complaints: components["schemas"]["Counted"];
            /** @description The recipient wants no more of them. */
            unsubscribes: components["schemas"]["Counted"];
            /** @description Conversions by whoever had clicked them last: mails that led to one, and all of them. */
            conversions: components["schemas"]["Counted"];
            /** @description What these conversions brought in, in cents. */
            revenue: number;
            /** @description How many of its mails were opened, clicked, converted, unsubscribed from. */
            rates: {
                opened: components["schemas"]["Rate"];
                clicked: components["schemas"]["Rate"];
                converted: components["schemas"]["Rate"];
                unsubscribed: components["schemas"]["Rate"];
            };
            /** @description With the first version of the list; absent for that one. */
            compared?: {
                opened: components["schemas"]["RateDifference"];
                clicked: components["schemas"]["RateDifference"];
                converted: components["schemas"]["RateDifference"];
                unsubscribed: components["schemas"]["RateDifference"];
            };
        };
        /** @description A rate with its 95 % confidence interval, Wilson’s. */
        Rate: {
            /** @description Of the mails that were sent, the part to which it happened. */
            rate: number;
            /** @description The lower end of its 95 % confidence interval. */
            low: number;
            /** @description The upper end. */
            high: number;
        };
        /** @description How the rates of two versions differ. */
        RateDifference: {
            /** @description Its rate minus that of the first version. */
            difference: number;
            /** @description The lower end of the 95 % confidence interval of the difference. */
            low: number;
            /** @description The upper end. */
            high: number;
            /** @description Whether the interval leaves out zero. */
            significant: boolean;
        };
        /** @description The account that the key or the session is of. */
        Account: {
            /** @constant */
            object: "account";
            /** @description Its id. */
            id: string;
            /** @description A name for people. */
            name: string;
            /** @description When it was made. */
            created: components["schemas"]["Timestamp"];
            /** @description Whom mail is from that names nobody. */
            default_sender?: components["schemas"]["Sender"];
            /** @description What is tracked where neither a send nor a template says. */
            tracking: {
                /** @description Whether opens are tracked; absent where that was not decided. */
                opens?: boolean;
                /** @description Whether clicks are tracked; absent where that was not decided. */
                clicks?: boolean;
            };
            /** @description The host name of the links in its mails, which the operator sets; absent where it is that of the installation. */
            tracking_domain?: string;
            /** @description How long things are kept, which the operator sets; absent where the service that knows is away. */
            retention?: components["schemas"]["Retention"];
        };
        /** @description How long things are kept. `webhook_days` is absent where the service that knows is away. */
        Retention: {
            /** @description Logs go by whole months, once a month ended this many months ago; absent where they are kept for ever. */
            log_months?: number;
            /** @description For how many days the attachments of a mail are kept after it is due. */
            attachment_days: number;
            /** @description For how many days the events of webhooks can be replayed, and attempts to post them are listed. */
            webhook_days?: number;
        };
        AccountChanges: {
            /** @description The name from now on. */
            name?: string;
            /** @description Whom mail is from that names nobody; null for no one. */
            default_sender?: components["schemas"]["Sender"] | null;
            /** @description What is tracked where neither a send nor a template says; null for nothing. */
            tracking?: components["schemas"]["Tracking"] | null;
        };
        /** @description A user of the account. */
        User: {
            /** @constant */
            object: "user";
            /** @description Its id in this account. */
            id: string;
            /** @description Who it is, as in `GET /session`; absent until the invitation is accepted. */
            user_id?: string;
            /** @description The address that it logs in with. */
            email: string;
            /** @description A name for people, or empty. */
            name: string;
            /**
             * @description What it may do in this account.
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
            /** @description Where the invitation is sent, and what the user logs in with. */
            email: components["schemas"]["EmailAddress"];
            /**
             * @description What the user may do in this account.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /** @description A name for people; whoever accepts may choose another. */
            name?: string;
        };
        RoleBody: {
            /**
             * @description What the user may do from now on.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
        };
        InvitationQuestion: {
            /** @description What follows the `#` of the link. */
            token: string;
        };
        /** @description What an invitation is to. */
        Invitation: {
            /** @description The address that it was sent to; absent where it is the first one, which goes to nobody yet. */
            email?: string;
            /** @description The name that was given with it. */
            name?: string;
            /** @description The name of the account. */
            account: string;
            /**
             * @description What the user will be able to do there.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /** @description Whether there is a user with this address already: who accepts it then gives the password it has. */
            registered: boolean;
        };
        AcceptBody: {
            /** @description What follows the `#` of the link. */
            token: string;
            /** @description The address to log in with: of the first invitation alone, which has none. */
            email?: components["schemas"]["EmailAddress"];
            /** @description A name for people; that of the invitation where it is absent. */
            name?: string;
            /** @description The password from now on, or the one that the user has already. */
            password: string;
        };
        /** @description A user who is logged in. */
        Session: {
            /** @constant */
            object: "session";
            /** @description Who is logged in. */
            user: {
                /** @description Its id. */
                id: string;
                /** @description The address that it logs in with. */
                email: string;
                /** @description A name for people. */
                name: string;
                /** @description The language that the dashboard is in; absent where the browser decides. */
                language?: string;
            };
            /** @description The accounts that the user may enter. */
            accounts: {
                /** @description Its id, for the header `Postrider-Account`. */
                id: string;
                /** @description Its name. */
                name: string;
                /**
                 * @description What the user may do there.
                 * @enum {string}
                 */
                role: "viewer" | "editor" | "admin";
            }[];
            /** @description When the session ends at the latest. */
            expires_at: components["schemas"]["Timestamp"];
        };
        LogInBody: {
            /** @description The user's email address. */
            email: components["schemas"]["EmailAddress"];
            /** @description The user's password. */
            password: string;
        };
        UserChanges: {
            /** @description The name from now on. */
            name?: string;
            /** @description The language that the dashboard is in. */
            language?: string;
            /** @description A new password: it ends all other sessions. */
            password?: string;
            /** @description The password until now; needed for a new one. */
            current_password?: string;
        };
        /** @description A session of the user who asks. */
        OwnSession: {
            /** @description Its id. */
            id: string;
            /** @description When the user logged in. */
            created: components["schemas"]["Timestamp"];
            /** @description When it was used last, to five minutes. */
            last_seen: components["schemas"]["Timestamp"];
            /** @description When it ends at the latest. */
            expires_at: components["schemas"]["Timestamp"];
            /** @description The IP address that the user logged in from. */
            address: string;
            /** @description What the browser says it is. */
            user_agent: string;
            /** @description Whether it is the one that asks. */
            current: boolean;
        };
        /** @description Who changed what. */
        AuditEntry: {
            /** @constant */
            object: "audit_entry";
            /** @description Its id. */
            id: string;
            /** @description When it was asked for. */
            created: components["schemas"]["Timestamp"];
            /** @description Who did it. */
            actor: {
                /**
                 * @description What it was.
                 * @enum {string}
                 */
                type: "user" | "key";
                /** @description The id of the user or of the API key. */
                id: string;
                /** @description The address of the user, or the name of the key. */
                name: string;
            };
            /** @description What was asked for: the method and the address. */
            operation: string;
            /** @description The same in words. */
            summary: string;
            /** @description The ids of what it is about. */
            objects: string[];
            /** @description What it was before, without secrets and cut to 16 KB; absent where that is not known. */
            before?: unknown;
            /** @description What it is since, likewise. */
            after?: unknown;
            /**
             * @description `refused` of a log-in that failed; `unknown` where it may have been carried out or not: a service did not answer, or has not yet.
             * @enum {string}
             */
            outcome: "done" | "unknown" | "refused";
            /** @description The id of the request. */
            request_id: string;
            /** @description The IP address that asked. */
            address: string;
        };
        /** @description A key without its secret. */
        ApiKey: {
            /** @constant */
            object: "api_key";
            /** @description Its id. */
            id: string;
            /**
             * @description A test key answers as a live one and sends nothing.
             * @enum {string}
             */
            kind: "live" | "test";
            /** @description A name for people. */
            name: string;
            /** @description How its secret begins. */
            hint: string;
            created: components["schemas"]["Timestamp"];
            /** @description What it may do; without them, everything. */
            scopes?: ("send" | "read" | "manage")[];
            /** @description When it stops working. */
            expires?: components["schemas"]["Timestamp"];
            /** @description When it was used last, to the minute. */
            last_used?: components["schemas"]["Timestamp"];
        };
        ApiKeyBody: {
            /**
             * @description A test key answers as a live one and sends nothing.
             * @enum {string}
             */
            kind: "live" | "test";
            /** @description A name for people. */
            name: string;
            /** @description What the key may do; without them, everything. */
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
             * @description A test key answers as a live one and sends nothing.
             * @enum {string}
             */
            kind: "live" | "test";
            /** @description A name for people. */
            name: string;
            /** @description How its secret begins. */
            hint: string;
            created: components["schemas"]["Timestamp"];
            /** @description What it may do; without them, everything. */
            scopes?: ("send" | "read" | "manage")[];
            /** @description When it stops working. */
            expires?: components["schemas"]["Timestamp"];
            /** @description When it was used last, to the minute. */
            last_used?: components["schemas"]["Timestamp"];
            /** @description The key itself. It is shown this once. */
            secret: string;
        };
        BatchBody: components["schemas"]["BatchCall"][];
        BatchCall: {
            /** @description With the prefix `/api/v1`, and a query string if need be. */
            path: string;
            /** @description The HTTP method. */
            method: string;
            /** @description The body of the call. */
            body?: unknown;
            /** @description Header fields of the call: `Idempotency-Key`. */
            headers?: {
                [key: string]: unknown;
            } | null;
        };
        /** @description The answer to one call of a batch. */
        BatchItem: {
            /** @description As in the call. */
            path: unknown;
            /** @description As in the call. */
            method: unknown;
            /** @description The HTTP status of the answer. */
            status_code: number;
            /** @description The answer; of an error, the message. */
            body: unknown;
            /** @description Header fields of the answer. */
            headers?: {
                [key: string]: string;
            };
        };
        /** @description A limit of the account or of the key. */
        Limit: {
            /**
             * @description What is limited.
             * @enum {string}
             */
            name: "requests_per_second" | "key_requests_per_second" | "renders_per_second" | "mjml_seconds_per_second" | "body_bytes_per_second" | "pending_mails" | "esp_accounts" | "templates" | "snippets" | "versions" | "drip_campaigns" | "drip_members" | "suppressions" | "webhooks" | "api_keys" | "users" | "template_bytes" | "compiled_bytes" | "attachment_bytes";
            /** @description How much there may be; of a rate, each second. */
            limit: number;
            /** @description Of a rate: how much may be used at once. */
            burst?: number;
            /** @description How much there is; of a rate, how much of the burst is used. */
            used?: number;
            /** @description How much is left. */
            remaining?: number;
            /** @description Of a rate: seconds until all of the burst is there again. */
            reset?: number;
        };
        /** @description How users may log in. */
        LogInMethods: {
            /** @constant */
            object: "log_in_methods";
            /**
             * @description Users may log in by `POST /session`.
             * @constant
             */
            password: true;
            /** @description The address that leads to the OIDC provider; null where there is none. */
            oidc: string | null;
        };
        ResetBody: {
            /** @description The address that the user logs in with. */
            email: components["schemas"]["EmailAddress"];
        };
        ConfirmBody: {
            /** @description What follows the `#` of the link. */
            token: string;
            /** @description The password from now on: 12 to 256 characters. */
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
         *     `esp_account_not_found`: the body names an ESP account that does not exist.
         *
         *     `no_esp_account`: there is nothing to send through.
         *
         *     `sender_required`: nobody says whom the mail is from.
         */
        "InvalidRequest.TemplateNotFound.VersionNotFound.EspAccountNotFound.NoEspAccount.SenderRequired": {
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
         *     `csrf_refused`: a page of another origin used the session.
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
         *     `quota_exceeded`: the account has as much of something as it may.
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
        /** @description `internal`: nobody foresaw it; details are in the log under the request id. */
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
                 *       "message": "Nobody foresaw it; details are in the log under the request id",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `unavailable`: a service is away or too slow; `carried_out` says whether the call can have been carried out, `reason` why. */
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
                 *       "message": "A service is away or too slow; `carried_out` says whether the call can have been carried out, `reason` why",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `payload_too_large`: the body or the answer is too large. */
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
                 *       "message": "The body or the answer is too large",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `idempotency_in_progress`: the first request with this Idempotency-Key is still being answered. */
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
                 *       "message": "The first request with this Idempotency-Key is still being answered",
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
        /** @description `not_cancellable`: a provider was handed the mail already, or it has ended. */
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
                 *       "message": "A provider was handed the mail already, or it has ended",
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
        /** @description `precondition_failed`: what was to be changed is not what `If-Match` says. */
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
                 *       "message": "What was to be changed is not what `If-Match` says",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `in_use`: something else needs what is to be deleted or renamed. */
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
                 *       "message": "Something else needs what is to be deleted or renamed",
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
         *     `no_esp_account`: there is nothing to send through.
         *
         *     `sender_required`: nobody says whom the mail is from.
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
        /** @description `provider_refused`: the provider of an ESP account refused what it was asked, or did not answer; the message has its words. */
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
                 *       "message": "The provider of an ESP account refused what it was asked, or did not answer; the message has its words",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description `webhook_disabled`: the webhook is switched off, so nothing is posted to it. */
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
                 *       "message": "The webhook is switched off, so nothing is posted to it",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_request`: a field, the path or the query string is missing, has the wrong type or breaks a limit.
         *
         *     `no_esp_account`: there is nothing to send through.
         *
         *     `sender_required`: nobody says whom the mail is from.
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
        /** @description `last_admin`: the account would be without an administrator. */
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
                 *       "message": "The account would be without an administrator",
                 *       "request_id": "req_01KQV5"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description `invalid_api_key`: the key is unknown, revoked or expired.
         *
         *     `csrf_refused`: a page of another origin used the session.
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
         *     `csrf_refused`: a page of another origin used the session.
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
         *     `csrf_refused`: a page of another origin used the session.
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
         *     `csrf_refused`: a page of another origin used the session.
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
        /** @description A value of your own for this request: with the same key and body it is carried out once, within 24 hours, and answered alike. */
        IdempotencyKey: string;
        /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
        IfMatch: string;
        /** @description The `ETag` of what the caller has: where it still is that, the answer is 304. */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description That of the request, or a new one. */
        "X-Request-Id": string;
        /** @description The most requests at once. */
        "RateLimit-Limit": number;
        /** @description How many requests are left now. */
        "RateLimit-Remaining": number;
        /** @description Seconds until all of them are back. */
        "RateLimit-Reset": number;
        /** @description Seconds to wait before the next try. */
        "Retry-After": number;
        /** @description `true` where this is the answer to an earlier request with the same Idempotency-Key. */
        "Idempotency-Replayed": "true";
        /** @description The revision of what is answered, for `If-Match`. */
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
                /** @description A value of your own for this request: with the same key and body it is carried out once, within 24 hours, and answered alike. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The id of the log of this mail. */
                        receipt_id: string;
                        /** @description What is sent. */
                        email: {
                            /** @description The name of the template. */
                            name: string;
                            /** @description The name of the version. */
                            version_name: string;
                            locale: components["schemas"]["Locale"];
                        };
                    };
                };
            };
            400: components["responses"]["InvalidRequest.TemplateNotFound.VersionNotFound.EspAccountNotFound.NoEspAccount.SenderRequired"];
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
                /** @description A value of your own for this request: with the same key and body it is carried out once, within 24 hours, and answered alike. */
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
                    /** @description The id of the log of the mail to send again. */
                    log_id: string;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The id of the log of this mail. */
                        receipt_id: string;
                        /** @description What is sent. */
                        email: {
                            /** @description The name of the template. */
                            name: string;
                            /** @description The name of the version. */
                            version_name: string;
                            locale: components["schemas"]["Locale"];
                        };
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
    "Logs.list": {
        parameters: {
            query?: {
                /** @description How many logs at most. */
                count?: number;
                /** @description How many logs to pass over. */
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
            /** @description Done. */
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
                /** @description How many logs at most. */
                count?: number;
                /** @description Only logs created after this time. */
                created_gt?: number;
                /** @description Only logs created at this time or after it. */
                created_gte?: number;
                /** @description Only logs created before this time. */
                created_lt?: number;
                /** @description Only logs created at this time or before it. */
                created_lte?: number;
                /** @description An address, the id of a log or how one begins, or a text in the address, the name, the subject, the names of template and version, or a whole tag. */
                q?: string;
                /** @description Only logs with one of these statuses, with commas between. */
                status?: string;
                /** @description Only logs of this template, by its id. */
                template?: string;
                /** @description Only logs of mail that was accepted for this ESP account, by its id. */
                esp_account?: string;
                /** @description Only logs of mail with this tag. */
                tag?: string;
                /** @description Only logs of test keys, or none of them. */
                test?: "true" | "false";
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @description Where to go on; null where all was looked through. There may be one after a page without logs. */
                        next_cursor: string | null;
                        /** @description How far back was looked: logs made before were not looked at; null where all were. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                     *           "inline": false
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
            /** @description Done. */
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
            /** @description Done. */
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
                /** @description What the address begins with; with an `@` in front, what its domain begins with. */
                search?: string;
                /** @description Only customers with this locale. */
                locale?: components["schemas"]["Locale"];
                /** @description How many at most. */
                count?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @description In the order of their addresses; of a search for a domain, of domains. */
                        data: components["schemas"]["Customer"][];
                        /** @description Where the next page begins; null on the last. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                /** @description Whether logs, memberships and what was done with mails are to forget the person, too. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description With `erase`. */
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
            /** @description Done. */
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
                /** @description How many logs at most. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description What was rendered. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                        /** @description What works but may not be meant, such as a tag of Handlebars; left out where there is nothing. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                        /** @description Of each part: why it cannot be saved, or not be rendered with `template_data`. */
                        problems: components["schemas"]["TemplateProblem"][];
                        /** @description What works but may not be meant. */
                        warnings: string[];
                        /** @description What it reads, at most 1000 names. */
                        variables: components["schemas"]["TemplateVariable"][];
                        /** @description The names of the snippets in it, those inside snippets included. */
                        snippets: string[];
                        /** @description Its links, at most 500. */
                        links: components["schemas"]["TemplateLink"][];
                        /** @description Of the mail that it makes with `template_data`, or without any. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                        /** @description Of each part: why it cannot be saved, or not be rendered with `template_data`. */
                        problems: components["schemas"]["TemplateProblem"][];
                        /** @description What works but may not be meant. */
                        warnings: string[];
                        /** @description Names that are printed and that the data does not have. */
                        missing: string[];
                        /** @description The subject; left out where it cannot be made. */
                        subject?: string;
                        /** @description The preheader, which the HTML part has, too; left out where it cannot be made. */
                        preheader?: string;
                        /** @description The HTML part; left out where it cannot be made. */
                        html?: string;
                        /** @description The text part, or the text of the HTML; left out where it cannot be made. */
                        text?: string;
                        /** @description The AMP part; left out where it cannot be made. */
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
                /** @description The id of a template, or a text in its name, in one of its tags or in the subject of one of its published versions. */
                q?: string;
                /** @description Only templates with this tag. */
                tag?: string;
                /** @description Only templates that have this locale. */
                locale?: components["schemas"]["Locale"];
                /** @description `created`, the newest first, or `name`; left out, `created`. */
                sort?: "created" | "name";
                /** @description How many at most. */
                count?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @description In the order that was asked for. */
                        data: components["schemas"]["FoundTemplate"][];
                        /** @description Where the next page begins; null on the last. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what the caller has: where it still is that, the answer is 304. */
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
            /** @description Done. */
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
            /** @description It is what `If-None-Match` says: nothing is answered. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "Templates.get.ofLocale": {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of what the caller has: where it still is that, the answer is 304. */
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
            /** @description Done. */
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
            /** @description It is what `If-None-Match` says: nothing is answered. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
            429: components["responses"]["RateLimited"];
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
            /** @description Done. */
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
                        /** @description What works but may not be meant, such as a tag of Handlebars; left out where there is nothing. */
                        warnings?: string[];
                    };
                };
            };
            400: components["responses"]["InvalidRequest.InvalidTemplate"];
            401: components["responses"]["Unauthenticated.SessionRequired"];
            403: components["responses"]["InvalidApiKey.CsrfRefused.HttpsRequired.Forbidden"];
            404: components["responses"]["NotFound"];
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what the caller has: where it still is that, the answer is 304. */
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
            /** @description Done. */
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
            /** @description It is what `If-None-Match` says: nothing is answered. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
            409: components["responses"]["InUse"];
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what the caller has: where it still is that, the answer is 304. */
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
            /** @description Done. */
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
            /** @description It is what `If-None-Match` says: nothing is answered. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
            409: components["responses"]["InUse"];
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                        /** @description The dialect of JSON Schema. */
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
            /** @description Done. */
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
                        /** @description The dialect of JSON Schema. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
            412: components["responses"]["PreconditionFailed"];
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                /** @description The `ETag` of what the caller has: where it still is that, the answer is 304. */
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
            /** @description Done. */
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
            /** @description It is what `If-None-Match` says: nothing is answered. */
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                /** @description The `ETag` of what is to be changed, or several: where it is none of them by now, nothing changes. */
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
            /** @description Done. */
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
                /** @description `next_cursor` of the page before. */
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
            /** @description Done. */
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
                        /** @description At most 100, in the order in which the versions were made. */
                        data: components["schemas"]["SnippetUse"][];
                        /** @description Where the next page begins; null on the last. */
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
    "DripCampaigns.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                /** @description A value of your own for this request: with the same key and body it is carried out once, within 24 hours, and answered alike. */
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
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["DripActivation"];
            };
        };
        responses: {
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                        /** @description What was done, as a sentence. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                        /** @description What was done, as a sentence. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                /** @description Only who waits for this step: its id. */
                step?: string;
                /** @description How many at most. */
                count?: number;
                /** @description `next_cursor` of the page before. */
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
            /** @description Done. */
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
                        /** @description Where the next page begins; null on the last. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                     *         "tried": "A connection to smtp.example.com:587 with STARTTLS, and a log-in as u",
                     *         "answer": "235 2.7.0 Authentication successful"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                     *         "tried": "A connection to smtp.example.com:587 with STARTTLS, and a log-in as u",
                     *         "answer": "235 2.7.0 Authentication successful"
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Where the provider reports to now. */
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
                    /** @description The id of the ESP account that is to send it. */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description How many mails were moved. */
                        moved: number;
                        /** @description Whether there are more to move, for the same call again. */
                        more: boolean;
                        /** @description How many mails stay, because they are being sent or nobody knows whether they were; at most 1,000 are counted. */
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
    "Webhooks.list": {
        parameters: {
            query?: {
                /** @description How many at most. */
                count?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                     *           "enabled": true
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    "application/json": {
                        /** @description Oldest first. */
                        data: components["schemas"]["Webhook"][];
                        /** @description Where the next page begins; null on the last. */
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
            /** @description Done. */
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
                     *         "enabled": true
                     *       },
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        webhook: components["schemas"]["Webhook"];
                        /** @description What its posts are signed with; this answer alone shows it. */
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
            /** @description Done. */
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
                     *         "enabled": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
                     *         "enabled": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
                     *         "enabled": true,
                     *         "old_secret_until": 1790086400
                     *       },
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *     }
                     */
                    "application/json": {
                        /**
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        webhook: components["schemas"]["Webhook"];
                        /** @description What its posts are signed with; this answer alone shows it. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description The id of the event, which is in the list of attempts. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description How many events are posted again. */
                        replayed: number;
                        /** @description With which `cursor` the same call goes on; null when that was all. */
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
                /** @description Only attempts to post this event. */
                event_id?: string;
                /** @description How many at most. */
                count?: number;
                /** @description `next_cursor` of the page before. */
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
            /** @description Done. */
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
                     *           "message": "It answered 500",
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
                        /** @description Where the next page begins; null on the last. */
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
    "Failures.list": {
        parameters: {
            query?: {
                /** @description Only those of this ESP account: its id, or `builtin`, where it was the built-in one. */
                esp_account?: string;
                /** @description Only those that ended so. */
                status?: "bounced" | "dropped";
                /** @description Only those with this code; `none`: those without one. */
                code?: string;
                /** @description Only those that failed at this time or after it. */
                from?: components["schemas"]["Timestamp"];
                /** @description Only those that failed before this time. */
                to?: components["schemas"]["Timestamp"];
                /** @description How many at most. */
                count?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @description The last to fail first. */
                        data: components["schemas"]["Failure"][];
                        /** @description Where the next page begins; null on the last. */
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
                /** @description Only those that ended so. */
                status?: "bounced" | "dropped";
                /** @description Only those with this code; `none`: those without one. */
                code?: string;
                /** @description Only those that failed at this time or after it. */
                from?: components["schemas"]["Timestamp"];
                /** @description Only those that failed before this time. */
                to?: components["schemas"]["Timestamp"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @description Whether all were counted: of more than 50,000 the last ones are. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description What is sent again, as new mails. */
                        replayed: {
                            /** @description The log of the mail that had failed. */
                            log_id: string;
                            /** @description The log of the new mail. */
                            receipt_id: string;
                        }[];
                        /** @description What cannot be sent again, and stays a failure. */
                        skipped: {
                            /** @description The id of its log. */
                            log_id: string;
                            /** @description Why not. */
                            reason: string;
                        }[];
                        /** @description Where the same call goes on; null where no more are left. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description How many. */
                        forgotten: number;
                        /** @description Whether there are more: the same call goes on. */
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
            /** @description Done. */
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
                        /** @description How many mails wait in all lanes. */
                        waiting: number;
                        /** @description How many of them are due and not being sent. */
                        due: number;
                        /** @description Since when the first of these has been due. */
                        oldest_due?: components["schemas"]["Timestamp"];
                        /** @description Only those with mail, or that are not open. */
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
                /** @description Only this address. */
                email?: components["schemas"]["EmailAddress"];
                /** @description What the address begins with. */
                search?: string;
                /** @description Only those with this reason. */
                reason?: components["schemas"]["SuppressionReason"];
                /** @description How many at most. */
                count?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @description Where the next page begins; null on the last. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                /** @description Whether the file is only looked at. */
                dry_run?: boolean;
                /** @description The reason of every line, whatever the file says; else that of its column `reason`, else `manual`. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
                         * @constant
                         */
                        success: true;
                        /**
                         * @description Always `OK`.
                         * @constant
                         */
                        status: "OK";
                        /** @description Whether the file was only looked at. */
                        dry_run: boolean;
                        /** @description Lines that were put on the list; of a dry run, that would be. */
                        added: number;
                        /** @description Lines that were on the list already, for the same reason. */
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
                /** @description What the address begins with. */
                search?: string;
                /** @description Only those with this reason. */
                reason?: components["schemas"]["SuppressionReason"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                /** @description Only for this reason; when left out, for all of them. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
                /** @description Only mail of this template: its id. */
                template?: string;
                /** @description Only mail of this version: its id. */
                version?: string;
                /** @description Only mail with this tag. */
                tag?: string;
                /** @description Only mail that went through this ESP account: its id. */
                esp_account?: string;
                /** @description The first hour or day is the one of this time; else 30 days, or 48 hours, before `to`. */
                from?: number;
                /** @description Only hours or days that begin before this time; else now. */
                to?: number;
                /** @description How long a bucket is; `day` when left out. */
                by?: "day" | "hour";
                /** @description Whose days they are, by its IANA name; UTC when left out. */
                time_zone?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
    "EventStreams.stream": {
        parameters: {
            query?: {
                /** @description Only these types of events, with commas between: `email.delivered,email.bounced`. */
                types?: ("email.triggered" | "email.queued" | "email.sent" | "email.clicked" | "email.re_clicked" | "email.opened" | "email.re_opened" | "email.processed" | "email.dropped" | "email.delivered" | "email.deferred" | "email.bounced" | "email.reported_as_spam" | "email.unsubscribed")[];
                /** @description Only events of mail of this template: its id. */
                template?: string;
                /** @description Only events of mail with this tag. */
                tag?: string;
                /** @description The id of the last event that was seen, for clients that cannot send `Last-Event-ID`. */
                after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                /** @description Only changes of what has this id. */
                object?: string;
                /** @description Only changes by this user or API key: its id. */
                user?: string;
                /** @description Only changes after this time. */
                created_gt?: number;
                /** @description Only changes before this time. */
                created_lt?: number;
                /** @description How many at most. */
                count?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
                        /** @description Where the next page begins; null on the last. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
                         * @description Always true: errors have a shape of their own.
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
    "LogInMethods.show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
            /** @description Done. */
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
