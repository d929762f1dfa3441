import { createClient } from '@postrider/client';

/** Creates a template, sends an email with it and returns the path of its log. */
export async function firstMail(url: string, key: string): Promise<string> {
  const postrider = createClient({ url, key });

  const created = await postrider.POST('/templates', {
    body: { name: 'Receipt', subject: 'Your receipt {{number}}', html: '<p>Hello {{name}}, thank you.</p>' },
  });
  if (created.error) throw new Error(created.error.message);

  const sent = await postrider.POST('/send', {
    body: {
      template: created.data.id,
      recipient: { address: 'ada@example.com', name: 'Ada' },
      sender: { address: 'billing@example.org', reply_to: 'help@example.org', name: 'Acme' },
      template_data: { name: 'Ada', number: 'R-1' },
    },
  });
  if (sent.error) throw new Error(sent.error.message);
  return `GET /logs/${sent.data.receipt_id}`;
}
