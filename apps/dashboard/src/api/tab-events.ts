import type { ServerEvent, StreamListener, StreamState } from './event-stream.js';

/** The fields of a stream event that pages use (docs/webhooks.md#the-body). */
export type MailEvent = { readonly type: string; readonly data: { readonly log_id?: string } };
/** `missed` when events were lost: the page has to refetch. */
export type Update = readonly MailEvent[] | 'missed';
export type Subscriber = {
  readonly onUpdate: (update: Update) => void;
  readonly onState: (state: StreamState) => void;
};

/** Whether the browser shows the tab. */
export interface Tab {
  readonly isVisible: () => boolean;
  /** Before the next paint; not while the tab is hidden. */
  readonly onFrame: (work: () => void) => void;
  /** The stream of the selected account. */
  readonly streamName: () => string;
  readonly join: (name: string, listener: StreamListener) => () => void;
}

/** Navigation to another page, or to another tab and back, keeps the stream. */
const idleTimeoutMs = 15_000;
const maxBuffered = 200;

/** The events of one tab. It joins the stream while a visible page needs them. */
export class TabEvents {
  private readonly subscribers = new Set<Subscriber>();
  private stream: { readonly name: string; readonly leave: () => void } | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private state: StreamState = 'connecting';
  private buffered: ServerEvent[] = [];
  /** Events were lost, or the tab was not connected. */
  private hasMissed = false;
  private isScheduled = false;

  constructor(private readonly tab: Tab) {}

  subscribe(subscriber: Subscriber): () => void {
    this.subscribers.add(subscriber);
    this.update();
    subscriber.onState(this.state);
    return () => {
      this.subscribers.delete(subscriber);
      this.update();
    };
  }

  /** Joins or leaves the stream, depending on the tab and its pages. */
  update(): void {
    if (this.subscribers.size === 0 || !this.tab.isVisible()) {
      if (this.stream) this.timer ??= setTimeout(() => this.leave(), idleTimeoutMs);
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    const name = this.tab.streamName();
    if (this.stream && this.stream.name !== name) this.leave();
    if (!this.stream) this.join(name);
    this.schedule();
  }

  leave(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (!this.stream) return;
    this.stream.leave();
    this.stream = undefined;
    this.buffered = [];
    // Open pages have missed events. Pages that open later refetch.
    this.hasMissed = this.subscribers.size > 0;
  }

  private join(name: string): void {
    this.changeState('connecting');
    const leave = this.tab.join(name, {
      onPart: ({ events }) => {
        this.buffer(events);
        this.schedule();
      },
      onState: (state) => {
        this.changeState(state);
        if (state === 'open') this.schedule();
        // The request failed; the next subscriber retries.
        if (state === 'refused') this.leave();
      },
    });
    this.stream = { name, leave };
  }

  private changeState(state: StreamState): void {
    this.state = state;
    for (const { onState } of this.subscribers) onState(state);
  }

  private buffer(events: readonly ServerEvent[]): void {
    if (this.subscribers.size === 0) return;
    this.buffered.push(...events);
    if (this.buffered.length <= maxBuffered) return;
    this.buffered = [];
    this.hasMissed = true;
  }

  /** Events are batched per animation frame. */
  private schedule(): void {
    if (this.isScheduled || !this.tab.isVisible() || (this.buffered.length === 0 && !this.hasMissed)) return;
    this.isScheduled = true;
    this.tab.onFrame(() => {
      this.isScheduled = false;
      this.deliver();
    });
  }

  private deliver(): void {
    // A read before the stream reopens could miss events.
    if (this.hasMissed && this.state !== 'open') return;
    const { buffered, hasMissed } = this;
    this.buffered = [];
    this.hasMissed = false;
    const mails = buffered.filter(({ event }) => event === 'message').flatMap(({ data }) => eventIn(data));
    for (const { onUpdate } of this.subscribers) {
      if (mails.length > 0) onUpdate(mails);
      if (hasMissed || buffered.some(({ event }) => event === 'missed')) onUpdate('missed');
    }
  }
}

function eventIn(data: string): readonly MailEvent[] {
  try {
    return [JSON.parse(data) as MailEvent];
  } catch {
    return [];
  }
}
