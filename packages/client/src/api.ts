// Made by "npm run client" from the OpenAPI document of the server. Do not edit.

export interface paths {
    "/api/v1/attachments/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show the image of a report or a comment
         * @description Requires no credential.
         */
        get: operations["getImage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Requires no credential. Limited to 10 per minute and IP address, 20 per hour and email address.
         */
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oauth": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The providers one can sign in with, who may sign up, and whether email is sent
         * @description Requires no credential.
         */
        get: operations["listSignInProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oauth/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from the provider with a session
         * @description Redirects to `/auth/callback#access_token=…&token_type=bearer`, with `&started_clean=true` where the answer of a password reset would say so, or to `/login?error=…` with one of `access_denied`, `session_lost`, `email_missing`, `email_unverified`, `signup_closed`, `oauth_failed`. Requires no credential.
         */
        get: operations["finishOAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oauth/{provider}/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to the provider to sign in
         * @description Redirects to the provider, or to `/login?error=provider_unreachable` when it does not answer. Requires no credential.
         */
        get: operations["startOAuth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail with a reset link
         * @description Requires no credential.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-reset/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the token of a reset mail
         * @description Requires no credential. Limited to 10 per minute and IP address.
         */
        post: operations["resetPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account and its first team
         * @description Requires no credential. Limited to 5 per hour and IP address.
         */
        post: operations["signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a report
         * @description A 201 means stored. With an `Idempotency-Key` header, a repeat within 24 hours gets the first answer; with another report it is refused. Requires a project API key.
         */
        post: operations["reportBug"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List, filter and search bugs
         * @description Requires a session token.
         */
        get: operations["listBugs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bug in full
         * @description Requires a session token.
         */
        get: operations["getBug"];
        put?: never;
        post?: never;
        /**
         * Delete a bug with all that belongs to it
         * @description Requires a session token.
         */
        delete: operations["deleteBug"];
        options?: never;
        head?: never;
        /**
         * Change status, severity, assignee or title
         * @description Requires a session token.
         */
        patch: operations["updateBug"];
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what happened to a bug, oldest first
         * @description Requires a session token.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}/comment-images": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read images for comments by their ids
         * @description Of comments on this bug that are sent or being written. Images that have not arrived are left out. Requires a session token.
         */
        get: operations["listCommentImages"];
        put?: never;
        /**
         * Ask where to upload an image for a comment
         * @description Then send the image to `upload_url`, and name it in a comment on this bug as `![name](image:18)`. It is deleted with that comment, and after a day if no comment names it. Requires a session token.
         */
        post: operations["announceCommentImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the comments on a bug, oldest first
         * @description Requires a session token.
         */
        get: operations["listComments"];
        put?: never;
        /**
         * Comment on a bug
         * @description Requires a session token.
         */
        post: operations["createComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}/comments/{comment_id}": {
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
         * Delete a comment of your own
         * @description Requires a session token.
         */
        delete: operations["deleteComment"];
        options?: never;
        head?: never;
        /**
         * Edit a comment of your own
         * @description Requires a session token.
         */
        patch: operations["updateComment"];
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}/duplicate-of": {
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
         * Remove the mark of a duplicate
         * @description Requires a session token.
         */
        delete: operations["unmarkDuplicate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}/duplicate-of/{other_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a bug as a duplicate of another
         * @description Both are bugs of the same team. What would end in a circle is refused with 409. Requires a session token.
         */
        post: operations["markDuplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}/labels/{label_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a label on a bug
         * @description Requires a session token.
         */
        post: operations["addLabelToBug"];
        /**
         * Take a label off a bug
         * @description Requires a session token.
         */
        delete: operations["removeLabelFromBug"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/{bug_id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find likely duplicates of a bug
         * @description Up to five bugs of the same project, the likeliest first: with the same stack trace, or with a similar title. Spam is left out, and so is what the bug is linked with as a duplicate already. A report of the last seconds may be missing. Requires a session token.
         */
        get: operations["findSimilarBugs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change or delete many bugs at once
         * @description All or nothing. Labels reach the bugs of their own team, assignments those of teams that the person is in. Requires a session token.
         */
        post: operations["changeBugs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/bulk/{batch_id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a bulk change
         * @description Once, within ten minutes, by the user who made the change. Each bug gets its former values back, unless it was changed since. A deletion cannot be undone. Requires a session token.
         */
        post: operations["undoBugChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the bugs of many filters at once
         * @description Each count is the `total` that a list with these filters has. Requires a session token.
         */
        post: operations["countBugs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/export.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export bugs as CSV
         * @description Takes the filters and the sort of the list. Cells that a spreadsheet would take for a formula begin with `'`. A user can have 3 exports at once with one server process. One that fails midway breaks off, so that it does not look whole. Requires a session token.
         */
        get: operations["exportBugs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs-admin/titles": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the titles of bugs by their numbers
         * @description For texts that name bugs, such as `#412`. Numbers that you can see no bug of are left out. Requires a session token.
         */
        get: operations["listBugTitles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs/{bug_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bug
         * @description Requires a session token.
         */
        get: operations["getReportedBug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/bugs/{bug_id}/attachments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask where to upload an image for a report
         * @description Then send the image to `upload_url`. A bug has one image: a second is refused once the first has arrived. Another upload can be asked for once the pending one has expired or its PUT was refused. Whoever sends the `upload_token` of the report as `X-Upload-Token` may replace the pending one at any time. Images are taken for an hour after the report, with that token for a week. Requires a project API key.
         */
        post: operations["requestUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join the team of an invitation
         * @description Requires a session token.
         */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invitations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read an invitation by the token of its link
         * @description Says which team invites whom, to somebody who may not have an account yet. Requires no credential. Limited to 60 per minute and IP address.
         */
        post: operations["previewInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Follow what happens to bugs
         * @description An event stream. The `id` of an event is a place in the stream, of at most 500 characters, `event` its kind, `data` a `LiveEvent`. With the header `Last-Event-ID` a reader goes on where it was; an `activity_id` will do too. After an interruption some events may come once more: `activity_id` tells. The event `catalogue`, whose `data` is a `CatalogueEvent`, says that labels, projects, members, views or the team itself have changed; it has no `id` and is not sent again, so read these things after connecting (or before, and connect with `replay_seconds`) and after every interruption. The event `reload` answers a `Last-Event-ID` that is older than a week, or from before the database was restored or failed over: read everything again, because some of what was read may be gone, and revisions may be lower than before. A comment is sent every 15 seconds. The stream ends when the access token expires or is void, when the user leaves the team, and, without `team_id`, when the user joins another; and when its reader cannot keep up. A user can have 100 streams at once with one server process. Requires a session token.
         */
        get: operations["followLive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/bugs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List bugs
         * @description Requires an MCP token with the scope `read:bugs`.
         */
        get: operations["mcpListBugs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/bugs/{bug_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a bug in full
         * @description Requires an MCP token with the scope `read:bugs`.
         */
        get: operations["mcpGetBug"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change status, severity or title
         * @description Requires an MCP token with the scope `write:bugs`.
         */
        patch: operations["mcpUpdateBug"];
        trace?: never;
    };
    "/api/v1/mcp/bugs/{bug_id}/assign-me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign a bug to the token's user
         * @description Requires an MCP token with the scope `write:bugs`.
         */
        post: operations["mcpAssignToMe"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/bugs/{bug_id}/comments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Comment on a bug
         * @description Requires an MCP token with the scope `write:bugs`.
         */
        post: operations["mcpCreateComment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/bugs/{bug_id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a label on a bug
         * @description Requires an MCP token with the scope `write:bugs`.
         */
        post: operations["mcpAddLabelToBug"];
        /**
         * Take a label off a bug
         * @description Requires an MCP token with the scope `write:bugs`.
         */
        delete: operations["mcpRemoveLabelFromBug"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/bugs/{bug_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a bug
         * @description Requires an MCP token with the scope `write:bugs`.
         */
        post: operations["mcpResolveBug"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/bugs/{bug_id}/similar": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find likely duplicates of a bug
         * @description Requires an MCP token with the scope `read:bugs`.
         */
        get: operations["mcpFindSimilarBugs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/bugs/{bug_id}/spam": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a bug as spam
         * @description Requires an MCP token with the scope `write:bugs`.
         */
        post: operations["mcpMarkSpam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/honeycombs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List projects with their team
         * @description Requires an MCP token with the scope `read:honeycombs`.
         */
        get: operations["mcpListProjects"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/honeycombs/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project, its publishable key included
         * @description Requires an MCP token with the scope `read:honeycombs`.
         */
        get: operations["mcpGetProject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/labels/{label_id}": {
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
         * Delete a label and take it off every bug
         * @description Requires an MCP token with the scope `write:labels`.
         */
        delete: operations["mcpDeleteLabel"];
        options?: never;
        head?: never;
        /**
         * Rename or recolor a label
         * @description Requires an MCP token with the scope `write:labels`.
         */
        patch: operations["mcpUpdateLabel"];
        trace?: never;
    };
    "/api/v1/mcp/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the bugs of all your teams
         * @description Requires an MCP token with the scope `read:teams`.
         */
        get: operations["mcpGetStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/teams/{team_id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the labels of a team
         * @description Requires an MCP token with the scope `read:labels`.
         */
        get: operations["mcpListLabels"];
        put?: never;
        /**
         * Create a label
         * @description Requires an MCP token with the scope `write:labels`.
         */
        post: operations["mcpCreateLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mcp/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What this token may do
         * @description Requires an MCP token.
         */
        get: operations["mcpGetToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who you are
         * @description Requires a session token.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        /**
         * Delete your account
         * @description Takes the current `password`, or for an account without one its `email`. Teams with nobody else in them are deleted with everything in them. Comments in other teams stay, with author `null`. Requires a session token.
         */
        delete: operations["deleteMe"];
        options?: never;
        head?: never;
        /**
         * Change your name or password
         * @description Requires a session token.
         */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/api/v1/me/email-verification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send once more the link that proves your e-mail address
         * @description Requires a session token.
         */
        post: operations["requestEmailVerification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/email-verification/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Prove your e-mail address with the token of that link
         * @description Requires a session token.
         */
        post: operations["verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the teams that invite you: the newest 200
         * @description For a user whose e-mail address is proved; others get a 403. Requires a session token.
         */
        get: operations["listMyInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/invitations/{invitation_id}": {
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
         * Decline an invitation
         * @description For a user whose e-mail address is proved; others get a 403. Requires a session token.
         */
        delete: operations["declineMyInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/invitations/{invitation_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a team that invites you
         * @description For a user whose e-mail address is proved; others get a 403. Requires a session token.
         */
        post: operations["acceptMyInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mcp-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your MCP tokens
         * @description Requires a session token.
         */
        get: operations["listMcpTokens"];
        put?: never;
        /**
         * Mint an MCP token
         * @description Requires a session token.
         */
        post: operations["createMcpToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me/mcp-tokens/{token_id}": {
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
         * Revoke an MCP token
         * @description Requires a session token.
         */
        delete: operations["revokeMcpToken"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a notification address of a project
         * @description Until then the address is told of no bugs. Takes the form of its page too. Requires no credential.
         */
        post: operations["confirmNotifications"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/confirm/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether an address wants to be told of new bugs
         * @description Requires no credential.
         */
        get: operations["showConfirmation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/mute/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ask whether to mute an address
         * @description Requires no credential.
         */
        get: operations["showMute"];
        put?: never;
        /**
         * Send an address no more mails about bugs, of whichever project
         * @description One click is enough (RFC 8058). What stands in the body does not matter. Requires no credential.
         */
        post: operations["muteAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/unmute/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an address those mails again
         * @description Requires no credential.
         */
        post: operations["unmuteAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the jobs that were given up, newest first
         * @description Requires the session token of an operator.
         */
        get: operations["listOperatorJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/jobs/{job_id}": {
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
         * Forget a job that was given up
         * @description Requires the session token of an operator.
         */
        delete: operations["deleteOperatorJob"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/jobs/{job_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a job again that was given up
         * @description Requires the session token of an operator.
         */
        post: operations["retryOperatorJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/jobs/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try all jobs again that were given up
         * @description The oldest first, 1000 at most: call it again while some remain. Without any it does nothing. Requires the session token of an operator.
         */
        post: operations["retryOperatorJobs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the installation is getting on
         * @description Requires the session token of an operator.
         */
        get: operations["getOperatorOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change how many reports a minute each key of a project may send
         * @description Requires the session token of an operator.
         */
        patch: operations["updateOperatorProject"];
        trace?: never;
    };
    "/api/v1/operator/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all teams with what they use, newest first
         * @description Requires the session token of an operator.
         */
        get: operations["listOperatorTeams"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/operator/teams/{team_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read any team, with its members and projects
         * @description Requires the session token of an operator.
         */
        get: operations["getOperatorTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a team's plan
         * @description Requires the session token of an operator.
         */
        patch: operations["updateOperatorTeam"];
        trace?: never;
    };
    "/api/v1/operator/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all users, newest first
         * @description Requires the session token of an operator.
         */
        get: operations["listOperatorUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your projects
         * @description Requires a session token.
         */
        get: operations["listProjects"];
        put?: never;
        /**
         * Create a project
         * @description Requires a session token.
         */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a project
         * @description Requires a session token.
         */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /**
         * Delete a project and all that is in it
         * @description Requires a session token.
         */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /**
         * Change a project
         * @description Requires a session token.
         */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/api/v1/projects/{project_id}/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the additional keys
         * @description Requires a session token.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an additional key
         * @description Requires a session token.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/api-keys/{key_id}": {
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
         * Revoke an additional key
         * @description Requires a session token.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        /**
         * Rename an additional key
         * @description Requires a session token.
         */
        patch: operations["renameApiKey"];
        trace?: never;
    };
    "/api/v1/projects/{project_id}/blocklist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules of a project
         * @description Requires a session token.
         */
        get: operations["listBlocklistRules"];
        put?: never;
        /**
         * Drop the reports that match a rule
         * @description Requires a session token.
         */
        post: operations["createBlocklistRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/blocklist/{rule_id}": {
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
         * Remove a rule
         * @description Requires a session token.
         */
        delete: operations["deleteBlocklistRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/blocklist/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a rule on the last 1,000 stored reports
         * @description Requires a session token.
         */
        post: operations["previewBlocklistRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/rotate-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the project's own key
         * @description Requires a session token.
         */
        post: operations["rotateProjectKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/test-report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test report to a project
         * @description An example with `environment: "test"`, received like any report of the project's own key: it counts against the minute and the month. What would be dropped is refused with 409 instead. Requires a session token.
         */
        post: operations["sendTestReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the webhooks of a project
         * @description Requires a session token.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Send the events of a project to an address
         * @description Requires a session token.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/webhooks/{webhook_id}": {
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
         * Delete a webhook and its log
         * @description Requires a session token.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, switch it off or on
         * @description Requires a session token.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of the last 30 days, newest first
         * @description Requires a session token.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with what was sent and answered
         * @description Requires a session token.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an earlier delivery once more
         * @description The new delivery has the same event id and the same body. What was never sent is made now, as the bug is now. Together with tests 30 a minute for a project. Requires a session token.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook
         * @description For 24 hours deliveries are signed with the secret that it replaces as well. Rotating again ends that. Requires a session token.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/projects/{project_id}/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test and see what comes of it
         * @description The event is `webhook.test`. It is sent at once and once, also when the webhook is off. Requires a session token.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show reporters what became of their report
         * @description The link of a mail about a resolved bug; it needs no account and is good for 180 days, after which it is 410. A page for browsers; JSON for clients that accept `application/json` and not `text/html`. Requires no credential.
         */
        get: operations["showReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your teams
         * @description Requires a session token.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team; without a slug, one is made from the name
         * @description Requires a session token.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a team
         * @description Requires a session token.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        /**
         * Delete a team and all that is in it, for all its members
         * @description Takes the slug of the team, as a person has to type it; another one is 403. The team is closed at once, its keys within a second; what is in it is deleted in the background. Requires a session token.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /**
         * Rename a team or change its slug
         * @description Requires a session token.
         */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/api/v1/teams/{team_id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the invitations that are still open
         * @description Requires a session token.
         */
        get: operations["listInvitations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/invitations/{invitation_id}": {
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
         * Take an invitation back
         * @description Requires a session token.
         */
        delete: operations["cancelInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/invitations/{invitation_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description Answers the invitation that takes its place, with an id of its own: the new link is good for seven days, and the old one is dead. Counts as an invitation. Requires a session token.
         */
        post: operations["resendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the labels of a team
         * @description Requires a session token.
         */
        get: operations["listLabels"];
        put?: never;
        /**
         * Create a label
         * @description Requires a session token.
         */
        post: operations["createLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/labels/{label_id}": {
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
         * Delete a label and take it off every bug
         * @description Requires a session token.
         */
        delete: operations["deleteLabel"];
        options?: never;
        head?: never;
        /**
         * Rename or recolor a label
         * @description Requires a session token.
         */
        patch: operations["updateLabel"];
        trace?: never;
    };
    "/api/v1/teams/{team_id}/labels/{label_id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge a label into another
         * @description Every bug that carries the label carries the other one instead, as do saved views that filter by it, and the label is deleted. Answers the other label. Timelines say nothing of it. Requires a session token.
         */
        post: operations["mergeLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the members
         * @description Requires a session token.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Invite somebody to the team
         * @description Whoever has the address gets a mail with a link, good for seven days, whether or not they have an account. They are a member once they have said yes. Where email is configured, only users whose own address is verified can invite. Requires a session token.
         */
        post: operations["inviteMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/members/{user_id}": {
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
         * Remove a member
         * @description Requires a session token.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/reporters": {
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
         * Forget a reporter
         * @description Removes the address, and the identifier beside it, from all of the team's bugs, and from the bodies and answers of deliveries that are kept. Saved views that list the reporter's bugs are deleted, as are mails that are yet to come; the address itself is deleted from those that were mailed once it no longer counts for limits or other teams. What people wrote stays as it is, and so do the team's own blocklist rules and notification addresses; an address that was muted by its owner stays muted. Timelines say nothing of it. Requires a session token.
         */
        delete: operations["eraseReporter"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/saved-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your views
         * @description Requires a session token.
         */
        get: operations["listSavedViews"];
        put?: never;
        /**
         * Save a view
         * @description Requires a session token.
         */
        post: operations["createSavedView"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/teams/{team_id}/saved-views/{view_id}": {
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
         * Delete a view
         * @description Requires a session token.
         */
        delete: operations["deleteSavedView"];
        options?: never;
        head?: never;
        /**
         * Rename, pin or refilter a view
         * @description Requires a session token.
         */
        patch: operations["updateSavedView"];
        trace?: never;
    };
    "/api/v1/teams/{team_id}/stats": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count a team's bugs
         * @description Requires a session token.
         */
        get: operations["getTeamStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/uploads/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload the image of a report or a comment
         * @description At the `upload_url` of an attachment or a comment image, with its type and exactly its length. Requires no credential.
         */
        put: operations["uploadImage"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/widget/info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a widget with this key shows
         * @description Requires a project API key.
         */
        get: operations["getWidgetInfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the service works
         * @description Readiness: 503 while reports cannot be stored, and once this node is about to stop. When only images cannot be stored, `images` and `detail` say so. Requires no credential.
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
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether the process runs
         * @description Liveness: 200 for as long as this node answers at all, whatever the database does, and also while it is about to stop. Requires no credential.
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
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The MCP server (Streamable HTTP)
         * @description Requires an MCP token.
         */
        post: operations["callMcpServer"];
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
         * This document
         * @description Requires no credential.
         */
        get: operations["getOpenApiDocument"];
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
    "bug.commented": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody commented on a bug */
        post: operations["onBugCommented"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bug.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A report was stored */
        post: operations["onBugCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "bug.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Status, severity, assignee, title, labels or the duplicate link of a bug have changed */
        post: operations["onBugUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Somebody tries the webhook */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /** AccountDeletion */
        AccountDeletion: {
            /**
             * Format: loose-text
             * @description The account's own address, when it has no password.
             */
            email?: string;
            /**
             * Format: loose-text
             * @description The current password, when the account has one.
             */
            password?: string;
        };
        /** Activity */
        Activity: {
            actor: {
                id: number;
                name: string;
            } | null;
            bug_id: number;
            /** @description By field: `from` and `to`, or which label or comment. */
            changes: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            created_at: string;
            id: number;
            kind: components["schemas"]["TimelineKind"];
            via: components["schemas"]["Via"];
        };
        /**
         * ActivityKind
         * @enum {string}
         */
        ActivityKind: "created" | "status_changed" | "severity_changed" | "title_changed" | "assigned" | "label_added" | "label_removed" | "commented" | "comment_edited" | "comment_deleted" | "marked_duplicate" | "unmarked_duplicate" | "attachment_added" | "deleted";
        /** ActivityList */
        ActivityList: {
            items: components["schemas"]["Activity"][];
            limit: number;
            offset: number;
            total: number;
        };
        /** ApiKey */
        ApiKey: {
            /** Format: date-time */
            created_at: string;
            id: number;
            /** @description The beginning of the key, to tell it from others. */
            key_prefix: string;
            /** Format: date-time */
            last_used_at: string | null;
            name: string;
        };
        /** ApiKeyList */
        ApiKeyList: {
            items: components["schemas"]["ApiKey"][];
            total: number;
        };
        /** ApiKeyName */
        ApiKeyName: {
            /** Format: text */
            name: string;
        };
        /** Assignee */
        Assignee: {
            email: string;
            id: number;
            name: string;
        };
        /** Attachment */
        Attachment: {
            content_length: number;
            content_type: string;
            filename: string;
            id: number;
            /** Format: date-time */
            uploaded_at: string;
            /** @description A signed address that holds for a short time. */
            url: string;
        };
        /** BlocklistPreview */
        BlocklistPreview: {
            /** @description How many stored reports were looked at, the newest ones. None for `ip`: addresses are not kept. */
            checked: number;
            /** @description How many of them the rule would have dropped. */
            matched: number;
            /** @description The newest of those that match. */
            sample: components["schemas"]["BugListItem"][];
        };
        /** BlocklistRule */
        BlocklistRule: {
            /** Format: date-time */
            created_at: string;
            id: number;
            kind: components["schemas"]["BlocklistRuleKind"];
            /** @description How many reports it has dropped. */
            match_count: number;
            project_id: number;
            reason: string | null;
            value: string;
        };
        /**
         * BlocklistRuleKind
         * @enum {string}
         */
        BlocklistRuleKind: "email" | "ip" | "user_agent" | "keyword";
        /** BlocklistRuleList */
        BlocklistRuleList: {
            items: components["schemas"]["BlocklistRule"][];
            limit: number;
            offset: number;
            total: number;
        };
        /** BlocklistRuleToTry */
        BlocklistRuleToTry: {
            kind: components["schemas"]["BlocklistRuleKind"];
            /**
             * Format: text
             * @description Case is ignored. `email`: an address, or `@` and a domain. `ip`: an address or a CIDR block. `user_agent`: a part of the user agent. `keyword`: a part of the title or the description.
             */
            value: string;
        };
        /** Bug */
        Bug: {
            app_version: string | null;
            assignee: components["schemas"]["Assignee"] | null;
            assignee_id: number | null;
            attachments: components["schemas"]["Attachment"][];
            /** @description Browser derived from the user agent, such as `Firefox`. */
            browser: string | null;
            comment_count: number;
            /** Format: date-time */
            created_at: string;
            description: string;
            /** @description How many bugs are marked as duplicates of this one. */
            duplicate_count: number;
            duplicate_of_id: number | null;
            environment: string | null;
            extra: {
                [key: string]: unknown;
            } | null;
            id: number;
            labels: components["schemas"]["LabelOfBug"][];
            /** @description Operating system derived from the user agent, such as `Windows` or `iOS`. */
            os: string | null;
            project_id: number;
            reporter_email: string | null;
            reporter_identifier: string | null;
            /** @description Begins at 1 and grows by one with every request that changes anything shown here. */
            revision: number;
            severity: components["schemas"]["Severity"];
            stack_trace: string | null;
            status: components["schemas"]["Status"];
            title: string;
            /** Format: date-time */
            updated_at: string;
            url: string | null;
            user_agent: string | null;
        };
        /** BugCommentedMessage */
        BugCommentedMessage: {
            actor?: {
                id: number;
                name: string;
            };
            bug: components["schemas"]["Bug"];
            comment: components["schemas"]["Comment"];
            /** Format: date-time */
            created_at: string;
            /** @description The same on every attempt. */
            id: string;
            project: {
                id: number;
                name: string;
            };
            /** @enum {string} */
            type: "bug.commented";
            via: components["schemas"]["Via"];
        };
        /** BugCreatedMessage */
        BugCreatedMessage: {
            actor?: {
                id: number;
                name: string;
            };
            bug: components["schemas"]["Bug"];
            /** Format: date-time */
            created_at: string;
            /** @description The same on every attempt. */
            id: string;
            project: {
                id: number;
                name: string;
            };
            /** @enum {string} */
            type: "bug.created";
            via: components["schemas"]["Via"];
        };
        /** BugFilters */
        BugFilters: {
            /**
             * Format: loose-text
             * @description Bugs from exactly this app version, such as `2.4.1`.
             */
            app_version?: string;
            /** @description Bugs assigned to this team member. `me` is the caller, `none` means unassigned. */
            assignee_id?: number | string;
            /**
             * Format: loose-text
             * @description Bugs reported with this browser, such as `firefox`. Derived from the user agent.
             */
            browser?: string;
            /**
             * Format: time-or-date
             * @description Bugs created at or after this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC.
             */
            created_after?: string;
            /**
             * Format: time-or-date
             * @description Bugs created before this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC.
             */
            created_before?: string;
            /** @description Duplicates of this bug. `any` matches all duplicates, `none` all other bugs. */
            duplicate_of_id?: number | string;
            /**
             * Format: loose-text
             * @description Bugs from exactly this environment, such as `production`.
             */
            environment?: string;
            /** @description Bugs with all of these labels. */
            label_id?: number | number[];
            /**
             * Format: loose-text
             * @description Bugs reported on this operating system, such as `windows`. Derived from the user agent.
             */
            os?: string;
            /** @description Bugs of this project. */
            project_id?: number;
            /**
             * Format: loose-text
             * @description Bugs from this reporter: a complete email address or identifier. The case of A–Z is ignored.
             */
            reporter?: string;
            /**
             * Format: loose-text
             * @description Full-text search in title, description, stack trace, reporter and URL. In production every search term must match the beginning of a word. In development the whole text must occur as a substring; case is ignored. A bug number such as `2001` or `#2001` also finds that bug.
             */
            search?: string;
            /** @description Bugs with any of these severities. */
            severity?: components["schemas"]["Severity"] | components["schemas"]["Severity"][];
            /** @description Bugs with any of these statuses. */
            status?: components["schemas"]["Status"] | components["schemas"]["Status"][];
            /** @description Bugs of this team. */
            team_id?: number;
        };
        /** BugList */
        BugList: {
            items: components["schemas"]["BugListItem"][];
            limit: number;
            /** @description The `cursor` of the next page; null when this is the last one. */
            next_cursor: string | null;
            offset: number;
            /** @description How many bugs match, on whatever page. */
            total: number;
            /** @description There, and true, when more than `total` match: it is counted up to 10,000, and that of a search up to 1,000. */
            total_capped?: boolean;
        };
        /** BugListItem */
        BugListItem: {
            app_version: string | null;
            assignee: components["schemas"]["Assignee"] | null;
            assignee_id: number | null;
            attachments: components["schemas"]["Attachment"][];
            /** @description Browser derived from the user agent, such as `Firefox`. */
            browser: string | null;
            comment_count: number;
            /** Format: date-time */
            created_at: string;
            duplicate_of_id: number | null;
            environment: string | null;
            /** @description The first 200 characters of the description. */
            excerpt: string;
            id: number;
            labels: components["schemas"]["LabelOfBug"][];
            /** @description Operating system derived from the user agent, such as `Windows` or `iOS`. */
            os: string | null;
            project_id: number;
            reporter_email: string | null;
            reporter_identifier: string | null;
            /** @description Begins at 1 and grows by one with every request that changes anything shown here. */
            revision: number;
            severity: components["schemas"]["Severity"];
            status: components["schemas"]["Status"];
            title: string;
            /** Format: date-time */
            updated_at: string;
            url: string | null;
            user_agent: string | null;
        };
        /** BugPatch */
        BugPatch: {
            /** @description A member of the team, `me`, or null for nobody. */
            assignee_id?: number | "me" | null;
            severity?: components["schemas"]["Severity"];
            status?: components["schemas"]["Status"];
            /** Format: text */
            title?: string;
        };
        /** BugTitle */
        BugTitle: {
            id: number;
            title: string;
        };
        /** BugTitleList */
        BugTitleList: {
            items: components["schemas"]["BugTitle"][];
            total: number;
        };
        /** BugUpdatedMessage */
        BugUpdatedMessage: {
            actor?: {
                id: number;
                name: string;
            };
            bug: components["schemas"]["Bug"];
            /** @description By field: `from` and `to`. For `labels`: which were `added` and which `removed`. */
            changes: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** @description The same on every attempt. */
            id: string;
            project: {
                id: number;
                name: string;
            };
            /** @enum {string} */
            type: "bug.updated";
            via: components["schemas"]["Via"];
        };
        /** BulkChange */
        BulkChange: {
            /** @description Bugs that match the filter and are left alone. */
            except?: number[];
            /** @description Required with `filter`: the `total` of the list that the user has seen. When it is another by now, nothing happens. */
            expected_total?: number;
            filter?: components["schemas"]["BugFilters"];
            /** @description Those that are not yours to see are left out, and not counted. */
            ids?: number[];
        } & ({
            /** @enum {string} */
            operation: "set_status";
            value: components["schemas"]["Status"];
        } | {
            /** @enum {string} */
            operation: "set_severity";
            value: components["schemas"]["Severity"];
        } | {
            /** @enum {string} */
            operation: "assign";
            /** @description A member of the team, `me`, or null for nobody. */
            value: number | "me" | null;
        } | {
            /** @enum {string} */
            operation: "add_label" | "remove_label";
            value: number;
        } | {
            /** @enum {string} */
            operation: "mark_spam" | "delete";
            value?: null;
        });
        /** BulkConflict */
        BulkConflict: {
            /** @description What happened, in one sentence. */
            detail: string;
            /** @description Of a 422: every field that was refused, and why. */
            errors?: {
                field: string;
                message: string;
            }[];
            /** @description Of a 500: names the line in the log. */
            request_id?: string;
            /** @description How many bugs match by now. */
            total: number;
        };
        /** BulkResult */
        BulkResult: {
            /** @description How many of the bugs are yours to change in this way. */
            affected: number;
            /** @description Undoes this within ten minutes, unless it is a deletion. */
            batch_id: number;
        };
        /** CatalogueEvent */
        CatalogueEvent: {
            team_id: number;
            /** @description What has changed, and is to be read again. Keys and blocklists count as `projects`, invitations as `members`. `views` are the reader's own; nobody else is told. */
            what: components["schemas"]["CataloguePart"];
        };
        /**
         * CataloguePart
         * @enum {string}
         */
        CataloguePart: "labels" | "projects" | "members" | "views" | "team";
        /** ChangedBug */
        ChangedBug: {
            app_version: string | null;
            assignee: components["schemas"]["Assignee"] | null;
            assignee_id: number | null;
            attachments: components["schemas"]["Attachment"][];
            /** @description Browser derived from the user agent, such as `Firefox`. */
            browser: string | null;
            comment_count: number;
            /** Format: date-time */
            created_at: string;
            /** @description Null when the token does not have `read:bugs`. */
            description: string | null;
            /** @description How many bugs are marked as duplicates of this one. */
            duplicate_count: number;
            duplicate_of_id: number | null;
            environment: string | null;
            extra: {
                [key: string]: unknown;
            } | null;
            id: number;
            labels: components["schemas"]["LabelOfBug"][];
            /** @description Operating system derived from the user agent, such as `Windows` or `iOS`. */
            os: string | null;
            project_id: number;
            reporter_email: string | null;
            reporter_identifier: string | null;
            /** @description Begins at 1 and grows by one with every request that changes anything shown here. */
            revision: number;
            severity: components["schemas"]["Severity"];
            stack_trace: string | null;
            status: components["schemas"]["Status"];
            title: string;
            /** Format: date-time */
            updated_at: string;
            url: string | null;
            user_agent: string | null;
        };
        /** Comment */
        Comment: {
            /** @description Null when their account is gone. */
            author: {
                email: string;
                id: number;
                name: string;
            } | null;
            body: string;
            bug_id: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            edited_at: string | null;
            id: number;
            /** @description The images that the text names as `![name](image:18)` and that have arrived. */
            images: components["schemas"]["CommentImage"][];
            via: components["schemas"]["Via"];
        };
        /** CommentBody */
        CommentBody: {
            /**
             * Format: text
             * @description Plain text, which the dashboard shows as Markdown. It can name up to 10 uploaded images as `![name](image:18)`.
             */
            body: string;
        };
        /** CommentImage */
        CommentImage: {
            /** @description In bytes. */
            content_length: number;
            content_type: components["schemas"]["ImageType"];
            filename: string;
            id: number;
            /** @description A signed address that holds for a short time. */
            url: string;
        };
        /** CommentImageList */
        CommentImageList: {
            items: components["schemas"]["CommentImage"][];
            total: number;
        };
        /** CommentList */
        CommentList: {
            items: components["schemas"]["Comment"][];
            limit: number;
            offset: number;
            total: number;
        };
        /** Confirmed */
        Confirmed: {
            email: string;
            project_name: string;
        };
        /** Counts */
        Counts: {
            /** @description In the order of the filters. */
            counts: {
                /** @description How many bugs match, on whatever page. */
                total: number;
                /** @description There, and true, when more than `total` match: it is counted up to 10,000, and that of a search up to 1,000. */
                total_capped?: boolean;
            }[];
        };
        /** CountsRequest */
        CountsRequest: {
            filters: components["schemas"]["BugFilters"][];
        };
        /** CreatedApiKey */
        CreatedApiKey: {
            /** @description The key itself, shown this once. */
            api_key: string;
            /** Format: date-time */
            created_at: string;
            id: number;
            /** @description The beginning of the key, to tell it from others. */
            key_prefix: string;
            /** Format: date-time */
            last_used_at: string | null;
            name: string;
        };
        /** CreatedMcpToken */
        CreatedMcpToken: {
            /** Format: date-time */
            created_at: string;
            id: number;
            /** Format: date-time */
            last_used_at: string | null;
            name: string;
            scopes: components["schemas"]["Scope"][];
            /** @description The token itself, shown this once. */
            token: string;
            /** @description The beginning of the token, to tell it from others. */
            token_prefix: string;
        };
        /** Delivery */
        Delivery: {
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at: string | null;
            duration_ms: number | null;
            error: string | null;
            event: string;
            /** @description The header `webhook-id`, the same on every attempt. */
            event_id: string;
            id: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description As it was sent, to the letter. Null as long as nothing has been sent to anybody of this event. */
            request_body: string | null;
            /** @description The first 4 KiB of the answer. */
            response_excerpt: string | null;
            /** @description Of the last attempt; null without an answer. */
            response_status: number | null;
            status: components["schemas"]["DeliveryStatus"];
            webhook_id: number;
        };
        /** DeliveryItem */
        DeliveryItem: {
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            delivered_at: string | null;
            duration_ms: number | null;
            error: string | null;
            event: string;
            /** @description The header `webhook-id`, the same on every attempt. */
            event_id: string;
            id: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description Of the last attempt; null without an answer. */
            response_status: number | null;
            status: components["schemas"]["DeliveryStatus"];
            webhook_id: number;
        };
        /** DeliveryItemList */
        DeliveryItemList: {
            items: components["schemas"]["DeliveryItem"][];
            limit: number;
            offset: number;
            total: number;
        };
        /**
         * DeliveryStatus
         * @enum {string}
         */
        DeliveryStatus: "pending" | "success" | "failed";
        /** EmailVerification */
        EmailVerification: {
            /**
             * Format: text
             * @description From the link in the mail.
             */
            token: string;
        };
        /** EmailVerificationSent */
        EmailVerificationSent: {
            /** @enum {string} */
            status: "accepted";
        };
        /** ErasedReporter */
        ErasedReporter: {
            /** @description From how many bugs the reporter was removed. */
            affected: number;
        };
        /** ErrorBody */
        ErrorBody: {
            /** @description What happened, in one sentence. */
            detail: string;
            /** @description Of a 422: every field that was refused, and why. */
            errors?: {
                field: string;
                message: string;
            }[];
            /** @description Of a 500: names the line in the log. */
            request_id?: string;
        };
        /** FinishedUpload */
        FinishedUpload: {
            id: number;
            /** Format: date-time */
            uploaded_at: string;
        };
        /** Health */
        Health: {
            /** @enum {string} */
            database: "ok";
            detail?: string;
            /** @enum {string} */
            images?: "error";
            /** @enum {string} */
            status: "ok";
            version: string;
        };
        /** Honeycomb */
        Honeycomb: {
            /** @description Origins that browsers may report from; none means all. */
            allowed_origins: string[];
            /** Format: date-time */
            created_at: string;
            id: number;
            name: string;
            /** @description Who is told by mail of new bugs, once they have confirmed. */
            notification_emails: string[];
            /** @description Whether reporters who gave an address are told by mail when their bug is resolved. */
            notify_reporters: boolean;
            team: {
                id: number;
                name: string;
                slug: string;
            };
            team_id: number;
        };
        /** HoneycombDetail */
        HoneycombDetail: {
            /** @description Origins that browsers may report from; none means all. */
            allowed_origins: string[];
            api_key: string;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            id: number;
            name: string;
            /** @description The state of each of `notification_emails`, in their order. */
            notification_addresses: components["schemas"]["NotificationAddress"][];
            /** @description Who is told by mail of new bugs, once they have confirmed. */
            notification_emails: string[];
            /** @description Whether reporters who gave an address are told by mail when their bug is resolved. */
            notify_reporters: boolean;
            plan: components["schemas"]["Plan"];
            team: {
                id: number;
                name: string;
                slug: string;
            };
            team_id: number;
            usage: components["schemas"]["Usage"];
        };
        /** HoneycombList */
        HoneycombList: {
            items: components["schemas"]["Honeycomb"][];
            limit: number;
            offset: number;
            total: number;
        };
        /**
         * ImageType
         * @enum {string}
         */
        ImageType: "image/png" | "image/jpeg" | "image/webp";
        /** Invitation */
        Invitation: {
            /** Format: date-time */
            created_at: string;
            /** Format: email */
            email: string;
            /** Format: date-time */
            expires_at: string;
            id: number;
            /** @description The link to pass on, where email is off; null where it was mailed. It verifies no address. */
            link: string | null;
            team_id: number;
        };
        /** InvitationAcceptance */
        InvitationAcceptance: {
            /**
             * Format: text
             * @description From the link in the invitation mail.
             */
            token: string;
        };
        /** InvitationList */
        InvitationList: {
            items: components["schemas"]["Invitation"][];
            total: number;
        };
        /** InvitationPreview */
        InvitationPreview: {
            email: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Their name; null when their account is gone. */
            invited_by: string | null;
            team: {
                name: string;
            };
        };
        /** Invited */
        Invited: {
            email: string;
            /** @enum {string} */
            status: "invited";
        };
        /** Label */
        Label: {
            /** @description How many bugs carry it, whatever their status. */
            bug_count: number;
            color: string;
            id: number;
            name: string;
            team_id: number;
        };
        /** LabelList */
        LabelList: {
            items: components["schemas"]["Label"][];
            total: number;
        };
        /** LabelMerge */
        LabelMerge: {
            /** @description The label that stays, of the same team. */
            into_label_id: number;
        };
        /** LabelOfBug */
        LabelOfBug: {
            color: string;
            id: number;
            name: string;
        };
        /** LabelPatch */
        LabelPatch: {
            /** @description must be #RRGGBB, six hex digits */
            color?: string;
            /**
             * Format: text
             * @description Unique in the team, whatever its case.
             */
            name?: string;
        };
        /** LabelReference */
        LabelReference: {
            /** @description Either this or `label_name`. */
            label_id?: number;
            /**
             * Format: text
             * @description In the bug's team, whatever its case.
             */
            label_name?: string;
        };
        /** LiveEvent */
        LiveEvent: {
            activity_id: number;
            actor: {
                id: number;
                name: string;
            } | null;
            /** @description As it is when this is sent; null when it has been deleted. */
            bug: components["schemas"]["BugListItem"] | null;
            bug_id: number;
            /** @description By field: `from` and `to`, or which label or comment. */
            changes: {
                [key: string]: unknown;
            } | null;
            /** Format: date-time */
            created_at: string;
            kind: components["schemas"]["ActivityKind"];
            project_id: number;
            /** @description That of `bug`. */
            revision: number | null;
            team_id: number;
            via: components["schemas"]["Via"];
        };
        /** Liveness */
        Liveness: {
            /** @enum {string} */
            status: "ok";
            version: string;
        };
        /** Login */
        Login: {
            /** Format: email */
            email: string;
            /** Format: loose-text */
            password: string;
        };
        /** McpStats */
        McpStats: {
            by_severity: {
                critical: number;
                high: number;
                low: number;
                medium: number;
            };
            by_status: {
                closed: number;
                in_progress: number;
                open: number;
                resolved: number;
                spam: number;
                wont_fix: number;
            };
            /** @description Bugs with the status `open`, of all these teams. */
            open_count: number;
            teams: {
                id: number;
                name: string;
                open_count: number;
                slug: string;
            }[];
        };
        /** McpToken */
        McpToken: {
            /** Format: date-time */
            created_at: string;
            id: number;
            /** Format: date-time */
            last_used_at: string | null;
            name: string;
            scopes: components["schemas"]["Scope"][];
            /** @description The beginning of the token, to tell it from others. */
            token_prefix: string;
        };
        /** McpTokenList */
        McpTokenList: {
            items: components["schemas"]["McpToken"][];
            total: number;
        };
        /** Me */
        Me: {
            /** Format: date-time */
            created_at: string;
            email: string;
            /** @description Whether the address is proved, by a mailed link or a provider. */
            email_verified: boolean;
            /** @description Whether the account has a password. One that comes in by a provider alone has none until a password reset sets one; it is deleted with its address in place of the password. */
            has_password: boolean;
            id: number;
            /** @description Whether the routes under `/operator` are open to you. */
            is_operator: boolean;
            name: string;
        };
        /** Member */
        Member: {
            email: string;
            id: number;
            /** Format: date-time */
            joined_at: string;
            name: string;
        };
        /** MemberList */
        MemberList: {
            items: components["schemas"]["Member"][];
            total: number;
        };
        /** MePatch */
        MePatch: {
            /** Format: loose-text */
            current_password?: string;
            /** Format: text */
            name?: string;
            /** Format: loose-text */
            password?: string;
        };
        /** NewAttachment */
        NewAttachment: {
            /** @description In bytes. */
            content_length: number;
            content_type: components["schemas"]["ImageType"];
            /**
             * Format: file-name
             * @description Folders in front of the name are cut off; the name itself has 1 to 255 characters.
             */
            filename: string;
        };
        /** NewBlocklistRule */
        NewBlocklistRule: {
            kind: components["schemas"]["BlocklistRuleKind"];
            /** Format: loose-text */
            reason?: string | null;
            /**
             * Format: text
             * @description Case is ignored. `email`: an address, or `@` and a domain. `ip`: an address or a CIDR block. `user_agent`: a part of the user agent. `keyword`: a part of the title or the description.
             */
            value: string;
        };
        /** NewBug */
        NewBug: {
            /** Format: loose-text */
            app_version?: string | null;
            /** Format: text */
            description: string;
            /** Format: loose-text */
            environment?: string | null;
            /** @description Any JSON object up to 64 KiB and 100 levels deep, stored verbatim. */
            extra?: {
                [key: string]: unknown;
            } | null;
            /** Format: email-or-empty */
            reporter_email?: string | null;
            /** Format: loose-text */
            reporter_identifier?: string | null;
            /** @description Defaults to `medium`. */
            severity?: components["schemas"]["Severity"] | null;
            /**
             * Format: stack-trace
             * @description At most 51,200 bytes of UTF-8, stored verbatim.
             */
            stack_trace?: string | null;
            /** Format: text */
            title: string;
            /**
             * Format: loose-text
             * @description URL of the page that the report was sent from.
             */
            url?: string | null;
            /**
             * Format: loose-text
             * @description Defaults to the request's `User-Agent` header.
             */
            user_agent?: string | null;
        };
        /** NewLabel */
        NewLabel: {
            /** @description must be #RRGGBB, six hex digits */
            color: string;
            /**
             * Format: text
             * @description Unique in the team, whatever its case.
             */
            name: string;
        };
        /** NewMcpToken */
        NewMcpToken: {
            /** Format: text */
            name: string;
            scopes: components["schemas"]["Scope"][];
        };
        /** NewMember */
        NewMember: {
            /** Format: email */
            email: string;
        };
        /** NewProject */
        NewProject: {
            /** Format: loose-text */
            description?: string | null;
            /** Format: text */
            name: string;
            team_id: number;
        };
        /** NewSavedView */
        NewSavedView: {
            filters: components["schemas"]["ViewFilters"];
            is_pinned?: boolean;
            /** Format: text */
            name: string;
        };
        /** NewTeam */
        NewTeam: {
            /** Format: text */
            name: string;
            /** @description must be 2 to 50 of a-z, 0-9 and - */
            slug?: string;
        };
        /** NewWebhook */
        NewWebhook: {
            events: components["schemas"]["WebhookEvent"][];
            /** @description The form of what is sent: `raw` is JSON, the others are what these services show as a message. */
            transform?: components["schemas"]["WebhookTransform"];
            /**
             * Format: http-address
             * @description Where events are sent by POST. It must not lead to a private, local or reserved network.
             */
            url: string;
        };
        /** NotificationAddress */
        NotificationAddress: {
            /** @description Whether mails are sent to it: it was confirmed by the link that was mailed there, or is the proved address of a member. */
            confirmed: boolean;
            email: string;
            /** @description Whether its owner wants no mails about bugs. Only the link in an earlier mail lifts that. */
            muted: boolean;
        };
        /** NotificationConsent */
        NotificationConsent: {
            /**
             * Format: text
             * @description From the link in the mail.
             */
            token: string;
        };
        /** OperatorJob */
        OperatorJob: {
            attempts: number;
            id: number;
            kind: string;
            last_error: string | null;
            /** @description What it is about: mostly ids. */
            payload: {
                [key: string]: unknown;
            };
        };
        /** OperatorJobList */
        OperatorJobList: {
            items: components["schemas"]["OperatorJob"][];
            limit: number;
            offset: number;
            total: number;
        };
        /** OperatorOverview */
        OperatorOverview: {
            /** @description The plan that new teams get. */
            default_plan: string;
            health: {
                /** @description Deliveries to webhooks that are due. */
                deliveries: {
                    /** @description Whether that is more than a minute, and somebody should look. */
                    is_late: boolean;
                    /** @description For how long the oldest of it has been due; 0 when nothing waits. */
                    lag_seconds: number;
                    /** @description What is due and not yet done; 1,000 stands for any number beyond. */
                    waiting: number;
                };
                /** @description Events on their way to webhooks and mails. */
                dispatcher: {
                    /** @description Whether that is more than a minute, and somebody should look. */
                    is_late: boolean;
                    /** @description For how long the oldest of it has been due; 0 when nothing waits. */
                    lag_seconds: number;
                    /** @description What is due and not yet done; 1,000 stands for any number beyond. */
                    waiting: number;
                };
                /** @description New bugs on their way into the search index. */
                index: {
                    /** @description Whether that is more than a minute, and somebody should look. */
                    is_late: boolean;
                    /** @description For how long the oldest of it has been due; 0 when nothing waits. */
                    lag_seconds: number;
                    /** @description What is due and not yet done; 1,000 stands for any number beyond. */
                    waiting: number;
                };
                /** @description All jobs that are due, mails among them. */
                jobs: {
                    /** @description Whether that is more than a minute, and somebody should look. */
                    is_late: boolean;
                    /** @description For how long the oldest of it has been due; 0 when nothing waits. */
                    lag_seconds: number;
                    /** @description What is due and not yet done; 1,000 stands for any number beyond. */
                    waiting: number;
                };
                /** @description Mails that are due. */
                mail: {
                    /** @description Whether that is more than a minute, and somebody should look. */
                    is_late: boolean;
                    /** @description For how long the oldest of it has been due; 0 when nothing waits. */
                    lag_seconds: number;
                    /** @description What is due and not yet done; 1,000 stands for any number beyond. */
                    waiting: number;
                };
            };
            /** @description Jobs that failed too often and wait for somebody to retry them. */
            jobs_given_up: number;
            /** @description What runs beside requests in the process that answers this. */
            loops: {
                /** @description How often in a row it has failed since. */
                failures: number;
                lag_seconds: number;
                /** Format: date-time */
                last_success_at: string | null;
                name: string;
            }[];
            /** @description Who may make an account, as configured. */
            signup: string;
            totals: {
                projects: number;
                teams: number;
                users: number;
            };
            usage: components["schemas"]["OperatorUsage"];
            version: string;
        };
        /** OperatorProject */
        OperatorProject: {
            /** Format: date-time */
            created_at: string;
            id: number;
            name: string;
            /** @description How many reports a minute each of its keys may send. */
            reports_per_minute: number;
            team_id: number;
            usage: components["schemas"]["OperatorUsage"];
        };
        /** OperatorProjectPatch */
        OperatorProjectPatch: {
            reports_per_minute?: number;
        };
        /** OperatorTeam */
        OperatorTeam: {
            /** @description How many reports each project stores in a month, by the plan; null is no limit. */
            cap: number | null;
            /** Format: date-time */
            created_at: string;
            id: number;
            member_count: number;
            name: string;
            plan: components["schemas"]["Plan"];
            project_count: number;
            slug: string;
            usage: components["schemas"]["OperatorUsage"];
        };
        /** OperatorTeamDetail */
        OperatorTeamDetail: {
            /** @description How many reports each project stores in a month, by the plan; null is no limit. */
            cap: number | null;
            /** Format: date-time */
            created_at: string;
            id: number;
            member_count: number;
            members: {
                email: string;
                id: number;
                name: string;
            }[];
            name: string;
            plan: components["schemas"]["Plan"];
            project_count: number;
            projects: components["schemas"]["OperatorProject"][];
            slug: string;
            usage: components["schemas"]["OperatorUsage"];
        };
        /** OperatorTeamList */
        OperatorTeamList: {
            items: components["schemas"]["OperatorTeam"][];
            limit: number;
            offset: number;
            total: number;
        };
        /** OperatorTeamPatch */
        OperatorTeamPatch: {
            plan?: components["schemas"]["Plan"];
        };
        /** OperatorUsage */
        OperatorUsage: {
            dropped_blocklist: number;
            dropped_quota: number;
            /** @description `YYYY-MM`, UTC. */
            month: string;
            stored: number;
        };
        /** OperatorUser */
        OperatorUser: {
            /** Format: date-time */
            created_at: string;
            email: string;
            email_verified: boolean;
            id: number;
            is_operator: boolean;
            name: string;
            teams: {
                id: number;
                name: string;
                slug: string;
            }[];
        };
        /** OperatorUserList */
        OperatorUserList: {
            items: components["schemas"]["OperatorUser"][];
            limit: number;
            offset: number;
            total: number;
        };
        /** OwnInvitation */
        OwnInvitation: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string;
            id: number;
            /** @description Their name; null when their account is gone. */
            invited_by: string | null;
            team: {
                id: number;
                name: string;
            };
        };
        /** OwnInvitationList */
        OwnInvitationList: {
            items: components["schemas"]["OwnInvitation"][];
            total: number;
        };
        /** PasswordReset */
        PasswordReset: {
            /** Format: loose-text */
            password: string;
            /**
             * Format: text
             * @description From the link in the mail.
             */
            token: string;
        };
        /** PasswordResetRequest */
        PasswordResetRequest: {
            /** Format: email */
            email: string;
        };
        /** PasswordResetRequested */
        PasswordResetRequested: {
            /** @enum {string} */
            status: "accepted";
        };
        /**
         * Plan
         * @enum {string}
         */
        Plan: "free" | "unlimited";
        /** Project */
        Project: {
            /** @description Origins that browsers may report from; none means all. */
            allowed_origins: string[];
            /** Format: date-time */
            created_at: string;
            id: number;
            name: string;
            /** @description Who is told by mail of new bugs, once they have confirmed. */
            notification_emails: string[];
            /** @description Whether reporters who gave an address are told by mail when their bug is resolved. */
            notify_reporters: boolean;
            team_id: number;
        };
        /** ProjectDetail */
        ProjectDetail: {
            /** @description Origins that browsers may report from; none means all. */
            allowed_origins: string[];
            api_key: string;
            /** Format: date-time */
            created_at: string;
            description: string | null;
            id: number;
            name: string;
            /** @description The state of each of `notification_emails`, in their order. */
            notification_addresses: components["schemas"]["NotificationAddress"][];
            /** @description Who is told by mail of new bugs, once they have confirmed. */
            notification_emails: string[];
            /** @description Whether reporters who gave an address are told by mail when their bug is resolved. */
            notify_reporters: boolean;
            plan: components["schemas"]["Plan"];
            team_id: number;
            usage: components["schemas"]["Usage"];
        };
        /** ProjectList */
        ProjectList: {
            items: components["schemas"]["Project"][];
            limit: number;
            offset: number;
            total: number;
        };
        /** ProjectPatch */
        ProjectPatch: {
            allowed_origins?: string[];
            /** Format: loose-text */
            description?: string | null;
            /** Format: text */
            name?: string;
            notification_emails?: string[];
            notify_reporters?: boolean;
        };
        /** PublicReport */
        PublicReport: {
            /** Format: date-time */
            reported_at: string;
            /** Format: date-time */
            resolved_at: string | null;
            /** @description The status as a sentence for people. */
            state: string;
            /** @enum {string} */
            status: "open" | "in_progress" | "resolved" | "closed" | "wont_fix";
            title: string;
        };
        /** ReporterErasure */
        ReporterErasure: {
            /** Format: email */
            email: string;
        };
        /** ReportReceipt */
        ReportReceipt: {
            app_version: string | null;
            assignee: components["schemas"]["Assignee"] | null;
            assignee_id: number | null;
            attachments: components["schemas"]["Attachment"][];
            /** @description Browser derived from the user agent, such as `Firefox`. */
            browser: string | null;
            comment_count: number;
            /** Format: date-time */
            created_at: string;
            description: string;
            /** @description How many bugs are marked as duplicates of this one. */
            duplicate_count: number;
            duplicate_of_id: number | null;
            environment: string | null;
            extra: {
                [key: string]: unknown;
            } | null;
            id: number;
            labels: components["schemas"]["LabelOfBug"][];
            /** @description Operating system derived from the user agent, such as `Windows` or `iOS`. */
            os: string | null;
            project_id: number;
            reporter_email: string | null;
            reporter_identifier: string | null;
            /** @description Begins at 1 and grows by one with every request that changes anything shown here. */
            revision: number;
            severity: components["schemas"]["Severity"];
            stack_trace: string | null;
            status: components["schemas"]["Status"];
            title: string;
            /** Format: date-time */
            updated_at: string;
            /** @description Send it as `X-Upload-Token` when asking where to upload the image of this report. */
            upload_token: string;
            url: string | null;
            user_agent: string | null;
        };
        /** RetriedJobs */
        RetriedJobs: {
            /** @description How many are tried again. */
            affected: number;
            /** @description How many are left for the next call. */
            remaining: number;
        };
        /** RpcAnswer */
        RpcAnswer: {
            [key: string]: unknown;
        };
        /** RpcError */
        RpcError: {
            error: {
                code: number;
                message: string;
            };
            id: string | number | null;
            /** @enum {string} */
            jsonrpc: "2.0";
        };
        /** RpcMessage */
        RpcMessage: {
            id?: string | number;
            /** @enum {string} */
            jsonrpc: "2.0";
            /** Format: text */
            method: string;
            params?: {
                [key: string]: unknown;
            };
        };
        /** SavedView */
        SavedView: {
            /** Format: date-time */
            created_at: string;
            filters: components["schemas"]["ViewFilters"];
            id: number;
            is_pinned: boolean;
            name: string;
            team_id: number;
            /** Format: date-time */
            updated_at: string;
        };
        /** SavedViewList */
        SavedViewList: {
            items: components["schemas"]["SavedView"][];
            total: number;
        };
        /** SavedViewPatch */
        SavedViewPatch: {
            filters?: components["schemas"]["ViewFilters"];
            is_pinned?: boolean;
            /** Format: text */
            name?: string;
        };
        /**
         * Scope
         * @enum {string}
         */
        Scope: "read:bugs" | "write:bugs" | "read:honeycombs" | "read:teams" | "read:labels" | "write:labels";
        /** Session */
        Session: {
            access_token: string;
            /**
             * @description The email address was verified for the first time, and somebody else may have created the account. Sessions, MCP tokens and identities from before have ended. The account has left all its teams and has a new, empty one.
             * @enum {boolean}
             */
            started_clean?: true;
            /** @enum {string} */
            token_type: "bearer";
        };
        /**
         * Severity
         * @enum {string}
         */
        Severity: "low" | "medium" | "high" | "critical";
        /** SignInProviders */
        SignInProviders: {
            /** @description Whether this installation sends email. Where it does not, invitations have links to copy. */
            email_enabled: boolean;
            providers: string[];
            /**
             * @description Who may make an account: everybody, whoever is invited, or nobody. `open` as long as there is no account at all.
             * @enum {string}
             */
            signup: "open" | "invited" | "closed";
        };
        /** Signup */
        Signup: {
            /** Format: email */
            email: string;
            /**
             * Format: text
             * @description The token of an invitation link: the new user joins that team, and no other team is created. It also verifies the address, when it was mailed there.
             */
            invitation_token?: string;
            /**
             * Format: text
             * @description Without it, the part of the e-mail before the @.
             */
            name?: string;
            /** Format: loose-text */
            password: string;
            /**
             * Format: text
             * @description Name of the first team, which the new user owns.
             */
            team_name?: string;
        };
        /** SimilarBug */
        SimilarBug: {
            app_version: string | null;
            assignee: components["schemas"]["Assignee"] | null;
            assignee_id: number | null;
            attachments: components["schemas"]["Attachment"][];
            /** @description Browser derived from the user agent, such as `Firefox`. */
            browser: string | null;
            comment_count: number;
            /** Format: date-time */
            created_at: string;
            duplicate_of_id: number | null;
            environment: string | null;
            /** @description The first 200 characters of the description. */
            excerpt: string;
            id: number;
            labels: components["schemas"]["LabelOfBug"][];
            /** @description Operating system derived from the user agent, such as `Windows` or `iOS`. */
            os: string | null;
            project_id: number;
            reporter_email: string | null;
            reporter_identifier: string | null;
            /** @description Begins at 1 and grows by one with every request that changes anything shown here. */
            revision: number;
            /** @description How likely it is a duplicate. From 0.8 to 1 with the same stack trace but for line numbers, addresses and hashes; up to 0.7 without it. Within that, the share of words that both titles have decides; long words count more. A bug that others are marked as duplicates of scores as the likeliest of them. */
            score: number;
            severity: components["schemas"]["Severity"];
            status: components["schemas"]["Status"];
            title: string;
            /** Format: date-time */
            updated_at: string;
            url: string | null;
            user_agent: string | null;
        };
        /** SimilarBugList */
        SimilarBugList: {
            items: components["schemas"]["SimilarBug"][];
            total: number;
        };
        /**
         * StatsRange
         * @enum {string}
         */
        StatsRange: "week" | "month" | "all";
        /**
         * Status
         * @enum {string}
         */
        Status: "open" | "in_progress" | "resolved" | "closed" | "wont_fix" | "spam";
        /** Team */
        Team: {
            /** Format: date-time */
            created_at: string;
            id: number;
            name: string;
            plan: components["schemas"]["Plan"];
            slug: string;
        };
        /** TeamDeletion */
        TeamDeletion: {
            /**
             * Format: text
             * @description The slug of the team, typed by a person.
             */
            slug: string;
        };
        /** TeamList */
        TeamList: {
            items: components["schemas"]["Team"][];
            total: number;
        };
        /** TeamPatch */
        TeamPatch: {
            /** Format: text */
            name?: string;
            /** @description must be 2 to 50 of a-z, 0-9 and - */
            slug?: string;
        };
        /** TeamStats */
        TeamStats: {
            /** @description Of the bugs created in the range, with the state that they have now: how many each person has, largest first; null has those of nobody. */
            by_assignee: {
                assignee: {
                    id: number;
                    name: string;
                } | null;
                count: number;
                /** @description Those with status `open` or `in_progress`. */
                open: number;
            }[];
            /** @description Every project of the team and how many bugs were created in it in the range, largest first. */
            by_project: {
                count: number;
                name: string;
                project_id: number;
            }[];
            /** @description Of the bugs created in the range, with the state that they have now: how many have each severity. */
            by_severity: {
                critical: number;
                high: number;
                low: number;
                medium: number;
            };
            /** @description Of the bugs created in the range, with the state that they have now: how many have each status. */
            by_status: {
                closed: number;
                in_progress: number;
                open: number;
                resolved: number;
                spam: number;
                wont_fix: number;
            };
            /** @description Over the bugs that are resolved now and became so in the range, whenever they were created: the median of the time from creation to resolution, in hours with two decimals. Null when there are none. */
            median_hours_to_resolve: number | null;
            /** @description Of the bugs created in the range, with the state that they have now: those with status `open`. */
            open_count: number;
            /** @description Every day of the range, oldest first; for `all` the last 365. `created` are the bugs created on that day, `resolved` those that are resolved now and became so on that day. */
            per_day: {
                created: number;
                date: string;
                resolved: number;
            }[];
            /** @description The same of as many days before the range, to compare with; null for `all`. */
            previous: {
                median_hours_to_resolve: number | null;
                /** @description Every day of that period, oldest first. */
                per_day: {
                    created: number;
                    date: string;
                    resolved: number;
                }[];
                total: number;
            } | null;
            /** @description `week` is the last 7 days, `month` the last 30, today included; `all` is everything. Days are calendar days, UTC. */
            range: components["schemas"]["StatsRange"];
            /** @description Bugs created in the range. */
            total: number;
        };
        /**
         * TimelineKind
         * @enum {string}
         */
        TimelineKind: "created" | "status_changed" | "severity_changed" | "title_changed" | "assigned" | "label_added" | "label_removed" | "commented" | "comment_edited" | "comment_deleted" | "marked_duplicate" | "unmarked_duplicate" | "attachment_added";
        /** TokenInfo */
        TokenInfo: {
            id: number;
            name: string;
            scopes: components["schemas"]["Scope"][];
        };
        /** TriagePatch */
        TriagePatch: {
            severity?: components["schemas"]["Severity"];
            status?: components["schemas"]["Status"];
            /** Format: text */
            title?: string;
        };
        /** UndoResult */
        UndoResult: {
            /** @description How many bugs have again what they had before. */
            affected: number;
            /** @description How many of those that the batch had changed stay as they are: they have been changed or deleted since, or what they had is gone. */
            skipped: number;
        };
        /** Unhealthy */
        Unhealthy: {
            /** @enum {string} */
            database: "ok" | "error";
            detail: string;
            /** @enum {string} */
            status: "error";
            version: string;
        };
        /** UpdatedMe */
        UpdatedMe: {
            /** @description After a change of password, which ends the tokens issued before it. */
            access_token?: string;
            /** Format: date-time */
            created_at: string;
            email: string;
            /** @description Whether the address is proved, by a mailed link or a provider. */
            email_verified: boolean;
            /** @description Whether the account has a password. One that comes in by a provider alone has none until a password reset sets one; it is deleted with its address in place of the password. */
            has_password: boolean;
            id: number;
            /** @description Whether the routes under `/operator` are open to you. */
            is_operator: boolean;
            name: string;
            /** @enum {string} */
            token_type?: "bearer";
        };
        /** Upload */
        Upload: {
            /** Format: date-time */
            expires_at: string;
            /** @description To be sent along with the bytes. */
            headers: {
                "Content-Type": components["schemas"]["ImageType"];
            };
            id: number;
            /** @enum {string} */
            method: "PUT";
            /** @description Takes the image: exactly so many bytes, and of that type. */
            upload_url: string;
        };
        /** Usage */
        Usage: {
            /** @description Reports that the plan stores in a month; null is no limit. */
            cap: number | null;
            /** @description Reports dropped by a blocklist rule. */
            dropped_blocklist: number;
            /** @description Reports dropped because the month was full. */
            dropped_quota: number;
            /** @description The current month, UTC. */
            month: string;
            stored: number;
        };
        /**
         * Via
         * @enum {string}
         */
        Via: "dashboard" | "mcp" | "api";
        /** ViewFilters */
        ViewFilters: {
            /**
             * Format: loose-text
             * @description Bugs from exactly this app version, such as `2.4.1`.
             */
            app_version?: string;
            /** @description Bugs assigned to this team member. `me` is the caller, `none` means unassigned. */
            assignee?: number | string;
            /**
             * Format: loose-text
             * @description Bugs reported with this browser, such as `firefox`. Derived from the user agent.
             */
            browser?: string;
            /**
             * Format: time-or-date
             * @description Bugs created at or after this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC.
             */
            created_after?: string;
            /**
             * Format: time-or-date
             * @description Bugs created before this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC.
             */
            created_before?: string;
            /** @description Duplicates of this bug. `any` matches all duplicates, `none` all other bugs. */
            duplicate_of_id?: number | string;
            /**
             * Format: loose-text
             * @description Bugs from exactly this environment, such as `production`.
             */
            environment?: string;
            /**
             * @description How the dashboard groups the list. It changes nothing in what is listed.
             * @enum {string}
             */
            group?: "severity" | "project" | "assignee" | "status" | "day";
            /** @description Bugs with all of these labels. */
            label?: number | number[];
            /**
             * Format: loose-text
             * @description Bugs reported on this operating system, such as `windows`. Derived from the user agent.
             */
            os?: string;
            /** @description Bugs of this project. */
            project?: number;
            /**
             * Format: loose-text
             * @description Full-text search in title, description, stack trace, reporter and URL. In production every search term must match the beginning of a word. In development the whole text must occur as a substring; case is ignored. A bug number such as `2001` or `#2001` also finds that bug.
             */
            q?: string;
            /**
             * Format: loose-text
             * @description Bugs from this reporter: a complete email address or identifier. The case of A–Z is ignored.
             */
            reporter?: string;
            /** @description Bugs with any of these severities. */
            severity?: components["schemas"]["Severity"] | components["schemas"]["Severity"][];
            /**
             * @description `newest` first unless it says otherwise; `updated`: changed last first; `severity`: worst first, then newest.
             * @enum {string}
             */
            sort?: "newest" | "oldest" | "updated" | "severity";
            /** @description Bugs with any of these statuses. */
            status?: components["schemas"]["Status"] | components["schemas"]["Status"][];
        };
        /** Webhook */
        Webhook: {
            /** Format: date-time */
            created_at: string;
            events: components["schemas"]["WebhookEvent"][];
            id: number;
            /** @description Off after an answer 410, and after five days in which every delivery failed. */
            is_active: boolean;
            /** Format: date-time */
            last_delivery_at: string | null;
            /** @description What came of the last attempt. */
            last_status: components["schemas"]["DeliveryStatus"] | null;
            project_id: number;
            transform: components["schemas"]["WebhookTransform"];
            url: string;
        };
        /**
         * WebhookEvent
         * @enum {string}
         */
        WebhookEvent: "bug.created" | "bug.updated" | "bug.commented";
        /** WebhookList */
        WebhookList: {
            items: components["schemas"]["Webhook"][];
            total: number;
        };
        /** WebhookPatch */
        WebhookPatch: {
            events?: components["schemas"]["WebhookEvent"][];
            /** @description Switching on again forgets the failures so far. */
            is_active?: boolean;
            /** @description The form of what is sent: `raw` is JSON, the others are what these services show as a message. */
            transform?: components["schemas"]["WebhookTransform"];
            /**
             * Format: http-address
             * @description Where events are sent by POST. It must not lead to a private, local or reserved network.
             */
            url?: string;
        };
        /** WebhookTestMessage */
        WebhookTestMessage: {
            actor?: {
                id: number;
                name: string;
            };
            bug: components["schemas"]["Bug"];
            /** Format: date-time */
            created_at: string;
            /** @description The same on every attempt. */
            id: string;
            project: {
                id: number;
                name: string;
            };
            /** @enum {string} */
            type: "webhook.test";
            via: components["schemas"]["Via"];
        };
        /**
         * WebhookTransform
         * @enum {string}
         */
        WebhookTransform: "raw" | "slack" | "discord";
        /** WebhookWithSecret */
        WebhookWithSecret: {
            /** Format: date-time */
            created_at: string;
            events: components["schemas"]["WebhookEvent"][];
            id: number;
            /** @description Off after an answer 410, and after five days in which every delivery failed. */
            is_active: boolean;
            /** Format: date-time */
            last_delivery_at: string | null;
            /** @description What came of the last attempt. */
            last_status: components["schemas"]["DeliveryStatus"] | null;
            project_id: number;
            /** @description Signs every delivery as Standard Webhooks describes; shown this once. */
            secret: string;
            transform: components["schemas"]["WebhookTransform"];
            url: string;
        };
        /** WidgetInfo */
        WidgetInfo: {
            plan: components["schemas"]["Plan"];
            powered_by_visible: boolean;
        };
    };
    responses: {
        /** @description The body is too large */
        BodyTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Overloaded, or the database does not answer: nothing was done; try again after `Retry-After` seconds */
        DatabaseSilent: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description A fault of the service */
        Fault: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description No valid credential */
        InvalidApiKey: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description No valid credential */
        InvalidMcpToken: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Not found: it does not exist, or belongs to a team of others */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The body has another type than it should */
        NotJson: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description No valid credential */
        NotSignedIn: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The request is malformed */
        NotValidJson: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Not allowed */
        OriginNotAllowed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description The database has not confirmed what it was asked for: it may have been done or not */
        OutcomeUnknown: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        /** @description Too many requests; wait for `Retry-After` seconds */
        TooMuchAtOnce: {
            headers: {
                "Retry-After": components["headers"]["RetryAfter"];
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Where to go on. */
        Location: string;
        /** @description Names the request in the log of the service. */
        RequestId: string;
        /** @description After how many seconds it makes sense to ask again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type AccountDeletion = components['schemas']['AccountDeletion'];
export type Activity = components['schemas']['Activity'];
export type ActivityKind = components['schemas']['ActivityKind'];
export type ActivityList = components['schemas']['ActivityList'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyList = components['schemas']['ApiKeyList'];
export type ApiKeyName = components['schemas']['ApiKeyName'];
export type Assignee = components['schemas']['Assignee'];
export type Attachment = components['schemas']['Attachment'];
export type BlocklistPreview = components['schemas']['BlocklistPreview'];
export type BlocklistRule = components['schemas']['BlocklistRule'];
export type BlocklistRuleKind = components['schemas']['BlocklistRuleKind'];
export type BlocklistRuleList = components['schemas']['BlocklistRuleList'];
export type BlocklistRuleToTry = components['schemas']['BlocklistRuleToTry'];
export type Bug = components['schemas']['Bug'];
export type BugCommentedMessage = components['schemas']['BugCommentedMessage'];
export type BugCreatedMessage = components['schemas']['BugCreatedMessage'];
export type BugFilters = components['schemas']['BugFilters'];
export type BugList = components['schemas']['BugList'];
export type BugListItem = components['schemas']['BugListItem'];
export type BugPatch = components['schemas']['BugPatch'];
export type BugTitle = components['schemas']['BugTitle'];
export type BugTitleList = components['schemas']['BugTitleList'];
export type BugUpdatedMessage = components['schemas']['BugUpdatedMessage'];
export type BulkChange = components['schemas']['BulkChange'];
export type BulkConflict = components['schemas']['BulkConflict'];
export type BulkResult = components['schemas']['BulkResult'];
export type CatalogueEvent = components['schemas']['CatalogueEvent'];
export type CataloguePart = components['schemas']['CataloguePart'];
export type ChangedBug = components['schemas']['ChangedBug'];
export type Comment = components['schemas']['Comment'];
export type CommentBody = components['schemas']['CommentBody'];
export type CommentImage = components['schemas']['CommentImage'];
export type CommentImageList = components['schemas']['CommentImageList'];
export type CommentList = components['schemas']['CommentList'];
export type Confirmed = components['schemas']['Confirmed'];
export type Counts = components['schemas']['Counts'];
export type CountsRequest = components['schemas']['CountsRequest'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreatedMcpToken = components['schemas']['CreatedMcpToken'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryItem = components['schemas']['DeliveryItem'];
export type DeliveryItemList = components['schemas']['DeliveryItemList'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type EmailVerification = components['schemas']['EmailVerification'];
export type EmailVerificationSent = components['schemas']['EmailVerificationSent'];
export type ErasedReporter = components['schemas']['ErasedReporter'];
export type ErrorBody = components['schemas']['ErrorBody'];
export type FinishedUpload = components['schemas']['FinishedUpload'];
export type Health = components['schemas']['Health'];
export type Honeycomb = components['schemas']['Honeycomb'];
export type HoneycombDetail = components['schemas']['HoneycombDetail'];
export type HoneycombList = components['schemas']['HoneycombList'];
export type ImageType = components['schemas']['ImageType'];
export type Invitation = components['schemas']['Invitation'];
export type InvitationAcceptance = components['schemas']['InvitationAcceptance'];
export type InvitationList = components['schemas']['InvitationList'];
export type InvitationPreview = components['schemas']['InvitationPreview'];
export type Invited = components['schemas']['Invited'];
export type Label = components['schemas']['Label'];
export type LabelList = components['schemas']['LabelList'];
export type LabelMerge = components['schemas']['LabelMerge'];
export type LabelOfBug = components['schemas']['LabelOfBug'];
export type LabelPatch = components['schemas']['LabelPatch'];
export type LabelReference = components['schemas']['LabelReference'];
export type LiveEvent = components['schemas']['LiveEvent'];
export type Liveness = components['schemas']['Liveness'];
export type Login = components['schemas']['Login'];
export type McpStats = components['schemas']['McpStats'];
export type McpToken = components['schemas']['McpToken'];
export type McpTokenList = components['schemas']['McpTokenList'];
export type Me = components['schemas']['Me'];
export type Member = components['schemas']['Member'];
export type MemberList = components['schemas']['MemberList'];
export type MePatch = components['schemas']['MePatch'];
export type NewAttachment = components['schemas']['NewAttachment'];
export type NewBlocklistRule = components['schemas']['NewBlocklistRule'];
export type NewBug = components['schemas']['NewBug'];
export type NewLabel = components['schemas']['NewLabel'];
export type NewMcpToken = components['schemas']['NewMcpToken'];
export type NewMember = components['schemas']['NewMember'];
export type NewProject = components['schemas']['NewProject'];
export type NewSavedView = components['schemas']['NewSavedView'];
export type NewTeam = components['schemas']['NewTeam'];
export type NewWebhook = components['schemas']['NewWebhook'];
export type NotificationAddress = components['schemas']['NotificationAddress'];
export type NotificationConsent = components['schemas']['NotificationConsent'];
export type OperatorJob = components['schemas']['OperatorJob'];
export type OperatorJobList = components['schemas']['OperatorJobList'];
export type OperatorOverview = components['schemas']['OperatorOverview'];
export type OperatorProject = components['schemas']['OperatorProject'];
export type OperatorProjectPatch = components['schemas']['OperatorProjectPatch'];
export type OperatorTeam = components['schemas']['OperatorTeam'];
export type OperatorTeamDetail = components['schemas']['OperatorTeamDetail'];
export type OperatorTeamList = components['schemas']['OperatorTeamList'];
export type OperatorTeamPatch = components['schemas']['OperatorTeamPatch'];
export type OperatorUsage = components['schemas']['OperatorUsage'];
export type OperatorUser = components['schemas']['OperatorUser'];
export type OperatorUserList = components['schemas']['OperatorUserList'];
export type OwnInvitation = components['schemas']['OwnInvitation'];
export type OwnInvitationList = components['schemas']['OwnInvitationList'];
export type PasswordReset = components['schemas']['PasswordReset'];
export type PasswordResetRequest = components['schemas']['PasswordResetRequest'];
export type PasswordResetRequested = components['schemas']['PasswordResetRequested'];
export type Plan = components['schemas']['Plan'];
export type Project = components['schemas']['Project'];
export type ProjectDetail = components['schemas']['ProjectDetail'];
export type ProjectList = components['schemas']['ProjectList'];
export type ProjectPatch = components['schemas']['ProjectPatch'];
export type PublicReport = components['schemas']['PublicReport'];
export type ReporterErasure = components['schemas']['ReporterErasure'];
export type ReportReceipt = components['schemas']['ReportReceipt'];
export type RetriedJobs = components['schemas']['RetriedJobs'];
export type RpcAnswer = components['schemas']['RpcAnswer'];
export type RpcError = components['schemas']['RpcError'];
export type RpcMessage = components['schemas']['RpcMessage'];
export type SavedView = components['schemas']['SavedView'];
export type SavedViewList = components['schemas']['SavedViewList'];
export type SavedViewPatch = components['schemas']['SavedViewPatch'];
export type Scope = components['schemas']['Scope'];
export type Session = components['schemas']['Session'];
export type Severity = components['schemas']['Severity'];
export type SignInProviders = components['schemas']['SignInProviders'];
export type Signup = components['schemas']['Signup'];
export type SimilarBug = components['schemas']['SimilarBug'];
export type SimilarBugList = components['schemas']['SimilarBugList'];
export type StatsRange = components['schemas']['StatsRange'];
export type Status = components['schemas']['Status'];
export type Team = components['schemas']['Team'];
export type TeamDeletion = components['schemas']['TeamDeletion'];
export type TeamList = components['schemas']['TeamList'];
export type TeamPatch = components['schemas']['TeamPatch'];
export type TeamStats = components['schemas']['TeamStats'];
export type TimelineKind = components['schemas']['TimelineKind'];
export type TokenInfo = components['schemas']['TokenInfo'];
export type TriagePatch = components['schemas']['TriagePatch'];
export type UndoResult = components['schemas']['UndoResult'];
export type Unhealthy = components['schemas']['Unhealthy'];
export type UpdatedMe = components['schemas']['UpdatedMe'];
export type Upload = components['schemas']['Upload'];
export type Usage = components['schemas']['Usage'];
export type Via = components['schemas']['Via'];
export type ViewFilters = components['schemas']['ViewFilters'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookList = components['schemas']['WebhookList'];
export type WebhookPatch = components['schemas']['WebhookPatch'];
export type WebhookTestMessage = components['schemas']['WebhookTestMessage'];
export type WebhookTransform = components['schemas']['WebhookTransform'];
export type WebhookWithSecret = components['schemas']['WebhookWithSecret'];
export type WidgetInfo = components['schemas']['WidgetInfo'];
export type ResponseBodyTooLarge = components['responses']['BodyTooLarge'];
export type ResponseDatabaseSilent = components['responses']['DatabaseSilent'];
export type ResponseFault = components['responses']['Fault'];
export type ResponseInvalidApiKey = components['responses']['InvalidApiKey'];
export type ResponseInvalidMcpToken = components['responses']['InvalidMcpToken'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseNotJson = components['responses']['NotJson'];
export type ResponseNotSignedIn = components['responses']['NotSignedIn'];
export type ResponseNotValidJson = components['responses']['NotValidJson'];
export type ResponseOriginNotAllowed = components['responses']['OriginNotAllowed'];
export type ResponseOutcomeUnknown = components['responses']['OutcomeUnknown'];
export type ResponseTooMuchAtOnce = components['responses']['TooMuchAtOnce'];
export type HeaderLocation = components['headers']['Location'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type $defs = Record<string, never>;
export interface operations {
    getImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The end of an image's `url`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The image */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                    "image/png": string;
                    "image/webp": string;
                };
            };
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Login"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["NotValidJson"];
            /** @description No valid credential */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listSignInProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInProviders"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    finishOAuth: {
        parameters: {
            query?: {
                /** @description From the provider: stands for the profile of the person. */
                code?: string;
                /** @description From the provider, when it refuses. */
                error?: string;
                /** @description As it was sent to the provider. */
                state?: string;
            };
            header?: never;
            path: {
                /** @description `google` or `github`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects; no body. */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    startOAuth: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `google` or `github`. */
                provider: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirects; no body. */
            302: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PasswordResetRequested"];
                };
            };
            400: components["responses"]["NotValidJson"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    resetPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["NotValidJson"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Signup"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["NotValidJson"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    reportBug: {
        parameters: {
            query?: never;
            header?: {
                /** @description Chosen by the sender, at most 200 characters: a repeat within 24 hours gets the first answer, and stores nothing. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBug"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the bug. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportReceipt"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["OriginNotAllowed"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listBugs: {
        parameters: {
            query?: {
                /** @description Bugs from exactly this app version, such as `2.4.1`. */
                app_version?: string;
                /** @description Bugs assigned to this team member. `me` is the caller, `none` means unassigned. */
                assignee_id?: number | string;
                /** @description In place of `offset`, with the newest first: the page begins with the newest bug whose id is smaller. */
                before_id?: number;
                /** @description Bugs reported with this browser, such as `firefox`. Derived from the user agent. */
                browser?: string;
                /** @description Bugs created at or after this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC. */
                created_after?: string;
                /** @description Bugs created before this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC. */
                created_before?: string;
                /** @description In place of `offset`: the `next_cursor` of the page before, with the same filters and `sort`. Nothing is repeated or left out, whatever has been reported meanwhile. */
                cursor?: string;
                /** @description Duplicates of this bug. `any` matches all duplicates, `none` all other bugs. */
                duplicate_of_id?: number | string;
                /** @description Bugs from exactly this environment, such as `production`. */
                environment?: string;
                /** @description Bugs with all of these labels. May be repeated. */
                label_id?: number[];
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
                /** @description Bugs reported on this operating system, such as `windows`. Derived from the user agent. */
                os?: string;
                /** @description Bugs of this project. */
                project_id?: number;
                /** @description Bugs from this reporter: a complete email address or identifier. The case of A–Z is ignored. */
                reporter?: string;
                /** @description Full-text search in title, description, stack trace, reporter and URL. In production every search term must match the beginning of a word. In development the whole text must occur as a substring; case is ignored. A bug number such as `2001` or `#2001` also finds that bug. */
                search?: string;
                /** @description Bugs with any of these severities. May be repeated. */
                severity?: components["schemas"]["Severity"][];
                /** @description `newest` first unless it says otherwise; `updated`: changed last first; `severity`: worst first, then newest. */
                sort?: "newest" | "oldest" | "updated" | "severity";
                /** @description Bugs with any of these statuses. May be repeated. */
                status?: components["schemas"]["Status"][];
                /** @description Bugs of this team. */
                team_id?: number;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: when the answer would be the same, it is 304 and empty. */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BugList"];
                };
            };
            /** @description The answer is the one with the `ETag` that was named. */
            304: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    getBug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: when the answer would be the same, it is 304 and empty. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bug"];
                };
            };
            /** @description The answer is the one with the `ETag` that was named. */
            304: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    deleteBug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision of the bug in quotes: the request is refused when the bug has another one by now. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The request is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description The thing has changed since */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateBug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision of the bug in quotes: the request is refused when the bug has another one by now. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BugPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bug"];
                };
            };
            /** @description The request is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description The thing has changed since */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    listCommentImages: {
        parameters: {
            query?: {
                /** @description The ids of the images. May be repeated. */
                image_id?: number[];
            };
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentImageList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    announceCommentImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAttachment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listComments: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CommentList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    deleteComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
                /** @description The id of a comment. */
                comment_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
                /** @description The id of a comment. */
                comment_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    unmarkDuplicate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision of the bug in quotes: the request is refused when the bug has another one by now. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bug"];
                };
            };
            /** @description The request is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description The thing has changed since */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    markDuplicate: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision of the bug in quotes: the request is refused when the bug has another one by now. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
                /** @description The id of an other. */
                other_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bug"];
                };
            };
            /** @description The request is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description The thing has changed since */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    addLabelToBug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision of the bug in quotes: the request is refused when the bug has another one by now. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
                /** @description The id of a label. */
                label_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bug"];
                };
            };
            /** @description The request is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description The thing has changed since */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    removeLabelFromBug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The revision of the bug in quotes: the request is refused when the bug has another one by now. */
                "If-Match"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
                /** @description The id of a label. */
                label_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bug"];
                };
            };
            /** @description The request is malformed */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description The thing has changed since */
            412: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    findSimilarBugs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarBugList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    changeBugs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BulkChange"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkResult"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description `expected_total` is another than the number of bugs that match by now */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkConflict"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    undoBugChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a batch. */
                batch_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UndoResult"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    countBugs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CountsRequest"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Counts"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    exportBugs: {
        parameters: {
            query?: {
                /** @description Bugs from exactly this app version, such as `2.4.1`. */
                app_version?: string;
                /** @description Bugs assigned to this team member. `me` is the caller, `none` means unassigned. */
                assignee_id?: number | string;
                /** @description Bugs reported with this browser, such as `firefox`. Derived from the user agent. */
                browser?: string;
                /** @description Bugs created at or after this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC. */
                created_after?: string;
                /** @description Bugs created before this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC. */
                created_before?: string;
                /** @description Duplicates of this bug. `any` matches all duplicates, `none` all other bugs. */
                duplicate_of_id?: number | string;
                /** @description Bugs from exactly this environment, such as `production`. */
                environment?: string;
                /** @description Bugs with all of these labels. May be repeated. */
                label_id?: number[];
                /** @description Bugs reported on this operating system, such as `windows`. Derived from the user agent. */
                os?: string;
                /** @description Bugs of this project. */
                project_id?: number;
                /** @description Bugs from this reporter: a complete email address or identifier. The case of A–Z is ignored. */
                reporter?: string;
                /** @description Full-text search in title, description, stack trace, reporter and URL. In production every search term must match the beginning of a word. In development the whole text must occur as a substring; case is ignored. A bug number such as `2001` or `#2001` also finds that bug. */
                search?: string;
                /** @description Bugs with any of these severities. May be repeated. */
                severity?: components["schemas"]["Severity"][];
                /** @description `newest` first unless it says otherwise; `updated`: changed last first; `severity`: worst first, then newest. */
                sort?: "newest" | "oldest" | "updated" | "severity";
                /** @description Bugs with any of these statuses. May be repeated. */
                status?: components["schemas"]["Status"][];
                /** @description Bugs of this team. */
                team_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A row for each bug, in the form of RFC 4180 */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    listBugTitles: {
        parameters: {
            query?: {
                /** @description The numbers of the bugs. May be repeated. */
                bug_id?: number[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BugTitleList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    getReportedBug: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: when the answer would be the same, it is 304 and empty. */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bug"];
                };
            };
            /** @description The answer is the one with the `ETag` that was named. */
            304: {
                headers: {
                    Location: components["headers"]["Location"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    requestUpload: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `upload_token` from the answer to the report. It is needed to replace a pending upload, and later than an hour after the report. */
                "X-Upload-Token"?: string;
            };
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewAttachment"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Upload"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidApiKey"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    previewInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationPreview"];
                };
            };
            400: components["responses"]["NotValidJson"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    followLive: {
        parameters: {
            query?: {
                /** @description Begins with what happened in the last so many seconds, catalogues included: a client that has just read everything misses nothing and need not read it again. Ignored with `Last-Event-ID`. */
                replay_seconds?: number;
                /** @description One team; without it, all teams of the user. */
                team_id?: number;
            };
            header?: {
                /** @description The `id` of the last event that was read: goes on after it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events, for as long as the connection lasts */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    mcpListBugs: {
        parameters: {
            query?: {
                /** @description Bugs from exactly this app version, such as `2.4.1`. */
                app_version?: string;
                /** @description Bugs assigned to this team member. `me` is the caller, `none` means unassigned. */
                assignee_id?: number | string;
                /** @description In place of `offset`, with the newest first: the page begins with the newest bug whose id is smaller. */
                before_id?: number;
                /** @description Bugs reported with this browser, such as `firefox`. Derived from the user agent. */
                browser?: string;
                /** @description Bugs created at or after this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC. */
                created_after?: string;
                /** @description Bugs created before this time. A time of ISO 8601 with its zone, or a date, which is its midnight UTC. */
                created_before?: string;
                /** @description In place of `offset`: the `next_cursor` of the page before, with the same filters and `sort`. Nothing is repeated or left out, whatever has been reported meanwhile. */
                cursor?: string;
                /** @description Duplicates of this bug. `any` matches all duplicates, `none` all other bugs. */
                duplicate_of_id?: number | string;
                /** @description Bugs from exactly this environment, such as `production`. */
                environment?: string;
                /** @description Bugs with all of these labels. May be repeated. */
                label_id?: number[];
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
                /** @description Bugs reported on this operating system, such as `windows`. Derived from the user agent. */
                os?: string;
                /** @description Bugs of this project. */
                project_id?: number;
                /** @description Bugs from this reporter: a complete email address or identifier. The case of A–Z is ignored. */
                reporter?: string;
                /** @description Full-text search in title, description, stack trace, reporter and URL. In production every search term must match the beginning of a word. In development the whole text must occur as a substring; case is ignored. A bug number such as `2001` or `#2001` also finds that bug. */
                search?: string;
                /** @description Bugs with any of these severities. May be repeated. */
                severity?: components["schemas"]["Severity"][];
                /** @description `newest` first unless it says otherwise; `updated`: changed last first; `severity`: worst first, then newest. */
                sort?: "newest" | "oldest" | "updated" | "severity";
                /** @description Bugs with any of these statuses. May be repeated. */
                status?: components["schemas"]["Status"][];
                /** @description Bugs of this team. */
                team_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BugList"];
                };
            };
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    mcpGetBug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Bug"];
                };
            };
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    mcpUpdateBug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TriagePatch"];
            };
        };
        responses: {
            /** @description Without `read:bugs`, `description`, `stack_trace`, `extra`, `url`, `user_agent` and the reporter are null, and `attachments` is empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedBug"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpAssignToMe: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without `read:bugs`, `description`, `stack_trace`, `extra`, `url`, `user_agent` and the reporter are null, and `attachments` is empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedBug"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpCreateComment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CommentBody"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Comment"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpAddLabelToBug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelReference"];
            };
        };
        responses: {
            /** @description Without `read:bugs`, `description`, `stack_trace`, `extra`, `url`, `user_agent` and the reporter are null, and `attachments` is empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedBug"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpRemoveLabelFromBug: {
        parameters: {
            query?: {
                /** @description Either this or `label_name`. */
                label_id?: number;
                /** @description In the bug's team, whatever its case. */
                label_name?: string;
            };
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without `read:bugs`, `description`, `stack_trace`, `extra`, `url`, `user_agent` and the reporter are null, and `attachments` is empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedBug"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpResolveBug: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without `read:bugs`, `description`, `stack_trace`, `extra`, `url`, `user_agent` and the reporter are null, and `attachments` is empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedBug"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpFindSimilarBugs: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SimilarBugList"];
                };
            };
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    mcpMarkSpam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a bug. */
                bug_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Without `read:bugs`, `description`, `stack_trace`, `extra`, `url`, `user_agent` and the reporter are null, and `attachments` is empty. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedBug"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpListProjects: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoneycombList"];
                };
            };
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    mcpGetProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoneycombDetail"];
                };
            };
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    mcpDeleteLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a label. */
                label_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpUpdateLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a label. */
                label_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpGetStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpStats"];
                };
            };
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    mcpListLabels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelList"];
                };
            };
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    mcpCreateLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLabel"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["InvalidMcpToken"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mcpGetToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenInfo"];
                };
            };
            401: components["responses"]["InvalidMcpToken"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    deleteMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountDeletion"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MePatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UpdatedMe"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    requestEmailVerification: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailVerificationSent"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    verifyEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailVerification"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listMyInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnInvitationList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    declineMyInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an invitation. */
                invitation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    acceptMyInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an invitation. */
                invitation_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listMcpTokens: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["McpTokenList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createMcpToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMcpToken"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedMcpToken"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    revokeMcpToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a token. */
                token_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    confirmNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationConsent"];
            };
        };
        responses: {
            /** @description Confirmed: JSON, or a page for those who accept one */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Confirmed"];
                    "text/html": string;
                };
            };
            400: components["responses"]["NotValidJson"];
            /** @description A page */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    showConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The end of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                    "text/html": string;
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    showMute: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The end of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A page */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                    "text/html": string;
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    muteAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The end of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["NotValidJson"];
            /** @description A page */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                    "text/html": string;
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    unmuteAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The end of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["NotValidJson"];
            /** @description A page */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                    "text/html": string;
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listOperatorJobs: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorJobList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    deleteOperatorJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a job. */
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    retryOperatorJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a job. */
                job_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    retryOperatorJobs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RetriedJobs"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getOperatorOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorOverview"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    updateOperatorProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorProjectPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorProject"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listOperatorTeams: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
                /** @description A part of the name or the slug, whatever its case. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTeamList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    getOperatorTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTeamDetail"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    updateOperatorTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorTeamPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorTeamDetail"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listOperatorUsers: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
                /** @description A part of the name or the e-mail address, whatever its case. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorUserList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    listProjects: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
                /** @description Only the projects of this team. */
                team_id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProject"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDetail"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDetail"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProjectPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDetail"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyName"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a key. */
                key_id: number;
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    renameApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a key. */
                key_id: number;
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyName"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listBlocklistRules: {
        parameters: {
            query?: {
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlocklistRuleList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createBlocklistRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewBlocklistRule"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlocklistRule"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    deleteBlocklistRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
                /** @description The id of a rule. */
                rule_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    previewBlocklistRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BlocklistRuleToTry"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BlocklistPreview"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    rotateProjectKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectDetail"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    sendTestReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
            201: {
                headers: {
                    /** @description The address of the bug. */
                    Location?: string;
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportReceipt"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
                /** @description The id of a webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
                /** @description The id of a webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description The page begins with the newest delivery whose id is smaller. With the last id of a page this is the next one, whatever has been sent meanwhile. */
                before_id?: number;
                /** @description How many at most. */
                limit?: number;
                /** @description How many of the first are left out. */
                offset?: number;
            };
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
                /** @description The id of a webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryItemList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a delivery. */
                delivery_id: number;
                /** @description The id of a project. */
                project_id: number;
                /** @description The id of a webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a delivery. */
                delivery_id: number;
                /** @description The id of a project. */
                project_id: number;
                /** @description The id of a webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
                /** @description The id of a webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a project. */
                project_id: number;
                /** @description The id of a webhook. */
                webhook_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    showReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The end of a mailed link. */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What the reporter may know: a page, or JSON for those who ask for it */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublicReport"];
                    "text/html": string;
                };
            };
            /** @description The link is not valid, or no longer: a page, or JSON for those who ask for it */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                    "text/html": string;
                };
            };
            /** @description The link is not valid, or no longer: a page, or JSON for those who ask for it */
            410: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                    "text/html": string;
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    listTeams: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewTeam"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamDeletion"];
            };
        };
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listInvitations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    cancelInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an invitation. */
                invitation_id: number;
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    resendInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of an invitation. */
                invitation_id: number;
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listLabels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabelList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewLabel"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    deleteLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a label. */
                label_id: number;
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a label. */
                label_id: number;
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    mergeLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a label. */
                label_id: number;
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LabelMerge"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    inviteMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMember"];
            };
        };
        responses: {
            /** @description Accepted */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invited"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description Too many requests; wait for `Retry-After` seconds */
            429: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
                /** @description The id of a user. */
                user_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    eraseReporter: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReporterErasure"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedReporter"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    listSavedViews: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedViewList"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    createSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSavedView"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    deleteSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
                /** @description The id of a view. */
                view_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    updateSavedView: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
                /** @description The id of a view. */
                view_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SavedViewPatch"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedView"];
                };
            };
            400: components["responses"]["NotValidJson"];
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["BodyTooLarge"];
            415: components["responses"]["NotJson"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getTeamStats: {
        parameters: {
            query?: {
                /** @description Only of this project of the team. */
                project_id?: number;
                /** @description `week` is the last 7 days, `month` the last 30, today included; `all` is everything. Days are calendar days, UTC. */
                range?: components["schemas"]["StatsRange"];
            };
            header?: never;
            path: {
                /** @description The id of a team. */
                team_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamStats"];
                };
            };
            401: components["responses"]["NotSignedIn"];
            404: components["responses"]["NotFound"];
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    uploadImage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The end of an `upload_url`. */
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "image/jpeg": string;
                "image/png": string;
                "image/webp": string;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinishedUpload"];
                };
            };
            400: components["responses"]["NotValidJson"];
            /** @description Not allowed */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description Conflicts with what is there */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            413: components["responses"]["BodyTooLarge"];
            /** @description The body has another type than it should */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            /** @description A field was refused; `errors` names each */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorBody"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
            504: components["responses"]["OutcomeUnknown"];
        };
    };
    getWidgetInfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetInfo"];
                };
            };
            401: components["responses"]["InvalidApiKey"];
            403: components["responses"]["OriginNotAllowed"];
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
            500: components["responses"]["Fault"];
            /** @description Service Unavailable */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unhealthy"];
                };
            };
        };
    };
    getLiveness: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            500: components["responses"]["Fault"];
        };
    };
    callMcpServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RpcMessage"];
            };
        };
        responses: {
            /** @description The answer to the message: as JSON, or as the one event of a stream */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcAnswer"];
                    "text/event-stream": string;
                };
            };
            /** @description Taken; no body. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Bad Request */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
            /** @description Unauthorized */
            401: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
            /** @description Forbidden */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
            /** @description Not Acceptable */
            406: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
            /** @description Payload Too Large */
            413: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
            /** @description Unsupported Media Type */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            /** @description Internal Server Error */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
            /** @description Service Unavailable */
            503: {
                headers: {
                    "Retry-After": components["headers"]["RetryAfter"];
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
            /** @description Gateway Timeout */
            504: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RpcError"];
                };
            };
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            429: components["responses"]["TooMuchAtOnce"];
            500: components["responses"]["Fault"];
            503: components["responses"]["DatabaseSilent"];
        };
    };
    onBugCommented: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the event: the same on every attempt. */
                "webhook-id": string;
                /** @description One or two signatures (`v1,…`), made with the secret of the webhook from id, timestamp and body. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BugCommentedMessage"];
            };
        };
        responses: {
            /** @description Taken. Anything else is a failure, and tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Wanted no more: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBugCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the event: the same on every attempt. */
                "webhook-id": string;
                /** @description One or two signatures (`v1,…`), made with the secret of the webhook from id, timestamp and body. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BugCreatedMessage"];
            };
        };
        responses: {
            /** @description Taken. Anything else is a failure, and tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Wanted no more: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onBugUpdated: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the event: the same on every attempt. */
                "webhook-id": string;
                /** @description One or two signatures (`v1,…`), made with the secret of the webhook from id, timestamp and body. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BugUpdatedMessage"];
            };
        };
        responses: {
            /** @description Taken. Anything else is a failure, and tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Wanted no more: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The `id` of the event: the same on every attempt. */
                "webhook-id": string;
                /** @description One or two signatures (`v1,…`), made with the secret of the webhook from id, timestamp and body. */
                "webhook-signature": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestMessage"];
            };
        };
        responses: {
            /** @description Taken. Anything else is a failure, and tried again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Wanted no more: the webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
