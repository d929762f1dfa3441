import { storeAttachments } from './attachments.js';

describe('attachments', () => {
  const refusal = (data: string, inline = false) => {
    const file = { id: 'a.txt', data };
    return storeAttachments(inline ? file : undefined, inline ? [] : [file]).catch((error: { details: unknown }) => error.details);
  };
  const notYet = [{ field: 'files', message: 'are not supported yet' }];

  test('none are none', async () => {
    expect(await storeAttachments(undefined, undefined)).toEqual([]);
    expect(await storeAttachments(undefined, [])).toEqual([]);
  });

  test.each(['', 'aGVsbG8=', 'aGVsbG8', 'aGVs\r\nbG8=\n', 'aGk=', 'aA=='])('%j is base64', async (data) => {
    expect(await refusal(data)).toEqual(notYet);
  });

  test.each(['aGVsbG8*', 'aGVs bG8=', 'a-_b', 'a', 'aGVsbG8===', '=aGk', 'data:text/plain;base64,aGk='])('%j is not', async (data) => {
    expect(await refusal(data)).toEqual([{ field: 'files.0.data', message: 'must be base64' }]);
    expect(await refusal(data, true)).toEqual([{ field: 'inline.data', message: 'must be base64' }]);
  });

  test('are at most 7 MB together, decoded', async () => {
    const half = Buffer.alloc(3.5 * 1024 * 1024).toString('base64');
    await expect(storeAttachments({ id: 'a.png', data: half }, [{ id: 'b.pdf', data: half }])).rejects.toMatchObject({ details: [{ field: 'inline', message: 'are not supported yet' }] });
    await expect(storeAttachments({ id: 'a.png', data: half }, [{ id: 'b.pdf', data: half }, { id: 'c.txt', data: 'aA==' }]))
      .rejects.toMatchObject({ details: [{ field: 'files', message: 'must be at most 7 MB together' }] });
  });
});
