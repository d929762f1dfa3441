const aForm = /^multipart\/form-data\b/i;

export const isForm = (contentType: string | undefined): boolean => aForm.test(contentType ?? '');

/** The field `file` of a form; undefined where the body is none, or has none. */
export async function fileOfForm(body: Buffer, contentType = ''): Promise<Buffer | undefined> {
  if (!isForm(contentType)) return undefined;
  try {
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
    const file = form.get('file');
    return file === null || typeof file === 'string' ? undefined : Buffer.from(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}
