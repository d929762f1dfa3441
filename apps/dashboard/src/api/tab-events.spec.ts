import { jest } from '@jest/globals';
import type { StreamListener } from './event-stream.js';
import type { Update, Tab } from './tab-events.js';
import { TabEvents } from './tab-events.js';

class FakeTab implements Tab {
  visible = true;
  account = 'acc_1';
  readonly joined: string[] = [];
  listener: StreamListener | undefined;
  private frames: (() => void)[] = [];

  isVisible = () => this.visible;
  onFrame = (work: () => void) => void this.frames.push(work);
  streamName = () => this.account;
  join = (name: string, listener: StreamListener) => {
    this.joined.push(name);
    this.listener = listener;
    return () => {
      this.listener = undefined;
    };
  };
  paint(): void {
    for (const work of this.frames.splice(0)) work();
  }
}

describe('the events of a tab', () => {
  let tab: FakeTab;
  let events: TabEvents;
  let updates: Update[];
  let unsubscribe: () => void;
  const send = (...types: readonly string[]) =>
    tab.listener!.onPart({
      events: types.map((type) => ({ event: 'message', data: JSON.stringify({ type, data: {} }) })),
      position: '1',
    });
  const show = (visible: boolean) => {
    tab.visible = visible;
    events.update();
  };
  const subscribe = () => events.subscribe({ onUpdate: (some) => updates.push(some), onState: () => undefined });

  beforeEach(() => {
    jest.useFakeTimers();
    tab = new FakeTab();
    events = new TabEvents(tab);
    updates = [];
    unsubscribe = subscribe();
    tab.listener!.onState('open');
  });
  afterEach(() => void jest.useRealTimers());

  it('are delivered once per frame', () => {
    send('email.sent');
    send('email.opened');
    expect(updates).toEqual([]);
    tab.paint();
    expect(updates.map((some) => some !== 'missed' && some.map(({ type }) => type))).toEqual([
      ['email.sent', 'email.opened'],
    ]);
  });

  it('are buffered while the tab is hidden briefly and delivered when it is visible', () => {
    show(false);
    send('email.sent');
    show(true);
    tab.paint();
    expect(updates).toHaveLength(1);
    jest.advanceTimersByTime(60_000);
    expect(tab.joined).toHaveLength(1);
  });

  it('are buffered up to a bound; beyond it the page refetches', () => {
    show(false);
    for (let n = 0; n < 1_000; n += 1) send('email.sent');
    show(true);
    tab.paint();
    expect(updates.at(-1)).toBe('missed');
    expect(updates.flat().length).toBeLessThanOrEqual(201);
  });

  it('stop while the tab stays hidden and resume with the missed ones', () => {
    show(false);
    jest.advanceTimersByTime(60_000);
    expect(tab.listener).toBeUndefined();
    show(true);
    tab.paint();
    expect(updates).toEqual([]);
    tab.listener!.onState('open');
    tab.paint();
    expect(updates).toEqual(['missed']);
  });

  it('continue across pages and stop when no page subscribes', () => {
    unsubscribe();
    unsubscribe = subscribe();
    jest.advanceTimersByTime(60_000);
    expect(tab.joined).toHaveLength(1);
    unsubscribe();
    jest.advanceTimersByTime(60_000);
    expect(tab.listener).toBeUndefined();
    subscribe();
    tab.listener!.onState('open');
    tab.paint();
    expect(updates).toEqual([]);
  });

  it('belong to the current account', () => {
    tab.account = 'acc_2';
    subscribe();
    expect(tab.joined).toEqual(['acc_1', 'acc_2']);
  });

  it('are requested again after a rejection when a page subscribes', () => {
    tab.listener!.onState('refused');
    expect(tab.listener).toBeUndefined();
    events.update();
    expect(tab.joined).toHaveLength(2);
  });
});
