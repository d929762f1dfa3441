/** Counted up with every change of the text. */
export const ownTemplateVersion = 1;

/** All mails about users look alike; what they say is data. */
export const ownTemplate = {
  name: 'Mails about users',
  subject: '{{{subject}}}',
  text: '{{#lines}}{{{.}}}\n\n{{/lines}}{{{action}}}: {{{link}}}\n',
  html: `<!doctype html>
<html><body style="margin:0;padding:32px 16px;background:#f6f6f7;font:16px/1.5 system-ui,sans-serif;color:#1c1c1f">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:8px">
<h1 style="margin:0 0 16px;font-size:20px">{{subject}}</h1>
{{#lines}}<p style="margin:0 0 16px">{{.}}</p>
{{/lines}}<p style="margin:24px 0"><a href="{{{link}}}" style="display:inline-block;padding:10px 20px;background:#1c1c1f;color:#ffffff;border-radius:6px;text-decoration:none">{{action}}</a></p>
<p style="margin:0;font-size:13px;color:#6b6b74;word-break:break-all">{{link}}</p>
</div>
</body></html>`,
};
