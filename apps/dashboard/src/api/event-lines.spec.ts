import { eventLines } from './event-lines.js';

describe('server-sent events', () => {
  it('are read wherever the text is cut', () => {
    const read = eventLines();
    const text = 'retry: 2000\nid: 1\n\n: still here\n\nid: 2\nevent: missed\ndata: {"a":\ndata: 1}\n\n';
    const events = [...text].flatMap((character) => read(character));
    expect(events).toEqual([{ id: '2', event: 'missed', data: '{"a":\n1}' }]);
  });

  it('may come many at once', () => {
    expect(eventLines()('id:1\ndata:a\n\nid:2\ndata:b\n\nid:3\nda')).toEqual([
      { id: '1', event: 'message', data: 'a' },
      { id: '2', event: 'message', data: 'b' },
    ]);
  });
});
