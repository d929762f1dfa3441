import { createClient, waitForMail } from '@postrider/client';

/** Sends a mail without a template and one with, and returns the HTML of the second as it was sent. */
export async function firstMail(url: string, key: string): Promise<string> {
  const postrider = createClient({ url, key });

  await postrider.send({ to: 'ada@example.com', subject: 'Hello', html: '<p>Hello Ada</p>' });

  const created = await postrider.POST('/templates', {
    body: { name: 'Receipt', subject: 'Your receipt {{number}}', html: '<p>Hello {{name}}, thank you.</p>' },
  });
  if (created.error) throw new Error(created.error.message);
  await postrider.send({
    template: created.data.id,
    to: { address: 'ada@example.com', name: 'Ada' },
    template_data: { name: 'Ada', number: 'R-1' },
  });

  const mail = await waitForMail(postrider, { to: 'ada@example.com', subject: 'Your receipt R-1' });
  return mail.html;
}
