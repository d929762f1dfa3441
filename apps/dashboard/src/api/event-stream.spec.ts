import { eventLines } from './event-stream.js';

describe('server-sent events', () => {
  it('are parsed across any chunk boundary', () => {
    const read = eventLines();
    const text = 'retry: 2000\nid: 1\n\n: still here\n\nid: 2\nevent: missed\ndata: {"a":\ndata: 1}\n\n';
    const parts = [...text].map((character) => read(character));
    expect(parts.flatMap(({ events }) => events)).toEqual([{ event: 'missed', data: '{"a":\n1}' }]);
    expect(parts.at(-1)!.position).toBe('2');
  });

  it('move the position by an id without data', () => {
    const read = eventLines();
    expect(read('retry: 2000\nid: 7\n\n')).toEqual({ events: [], position: '7' });
    expect(read(': still here\n\n')).toEqual({ events: [], position: '7' });
  });

  it('are parsed when one chunk holds many', () => {
    expect(eventLines()('id:1\ndata:a\n\nid:2\ndata:b\n\nid:3\nda')).toEqual({
      events: [
        { event: 'message', data: 'a' },
        { event: 'message', data: 'b' },
      ],
      position: '2',
    });
  });
});
