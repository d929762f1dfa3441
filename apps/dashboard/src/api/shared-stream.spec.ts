import type { StreamListener, StreamPart, StreamState } from './event-stream.js';
import type { Browser, Message } from './shared-stream.js';
import { joinSharedStream } from './shared-stream.js';

/** Tabs of one browser, and the streams that they have open. */
class FakeBrowser implements Browser {
  readonly streams: { readonly after: string | undefined; readonly listener: StreamListener }[] = [];
  private readonly channels = new Set<{ name: string; onMessage: (message: Message) => void }>();
  private queue: Promise<void> = Promise.resolve();

  channel = (name: string, onMessage: (message: Message) => void) => {
    const own = { name, onMessage };
    this.channels.add(own);
    return {
      post: (message: Message) => {
        for (const other of this.channels) if (other !== own && other.name === name) other.onMessage(message);
      },
      close: () => void this.channels.delete(own),
    };
  };
  lock = (_name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
    (this.queue = this.queue.then(() => (signal.aborted ? undefined : work())));
  open = (after: string | undefined, listener: StreamListener): (() => void) => {
    const stream = { after, listener };
    this.streams.push(stream);
    return () => void this.streams.splice(this.streams.indexOf(stream), 1);
  };
}

/** Holds the lock while others wait. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a stream that tabs share', () => {
  let browser: FakeBrowser;
  beforeEach(() => {
    browser = new FakeBrowser();
  });

  const tab = () => {
    const parts: StreamPart[] = [];
    const states: StreamState[] = [];
    const leave = joinSharedStream(browser, 'events', {
      onPart: (part) => parts.push(part),
      onState: (state) => states.push(state),
    });
    return { leave, states, data: () => parts.flatMap(({ events }) => events.map(({ data }) => data)) };
  };
  const send = (data: string, position: string) =>
    browser.streams[0]!.listener.onPart({ events: [{ event: 'message', data }], position });
  const isOpen = async () => {
    await settled();
    expect(browser.streams).toHaveLength(1);
  };

  it('is opened once, and each tab gets its events and state', async () => {
    const tabs = [tab(), tab(), tab()];
    await isOpen();
    browser.streams[0]!.listener.onState('open');
    send('one', '1');
    expect(browser.streams).toHaveLength(1);
    for (const { data, states } of tabs) expect([data(), states.at(-1)]).toEqual([['one'], 'open']);
    const late = tab();
    expect(late.states).toEqual(['open']);
    send('two', '2');
    expect(late.data()).toEqual(['two']);
  });

  it('continues in the next tab from the same position when the reading tab closes', async () => {
    const [first, second] = [tab(), tab()];
    await isOpen();
    send('one', '1');
    first.leave();
    await settled();
    expect(browser.streams.map(({ after }) => after)).toEqual(['1']);
    send('two', '2');
    expect([first.data(), second.data()]).toEqual([['one'], ['one', 'two']]);
  });

  it('is closed when the last tab leaves', async () => {
    const tabs = [tab(), tab()];
    await isOpen();
    for (const { leave } of tabs) leave();
    await settled();
    expect(browser.streams).toEqual([]);
    tab();
    await isOpen();
  });
});
