import type { Socket } from 'node:net';
import { EventEmitter } from 'node:events';
import { ConnectionLimits, getPeer } from './connection-limits.js';

describe('ConnectionLimits', () => {
  let ports: number;
  let evicted: string[];
  let limits: ConnectionLimits;
  beforeEach(() => {
    ports = 0;
    evicted = [];
    limits = new ConnectionLimits();
  });

  const socketFrom = (remoteAddress: string) =>
    Object.assign(new EventEmitter(), { remoteAddress, remotePort: ++ports }) as unknown as Socket;
  const connect = (address: string) => {
    const socket = socketFrom(address);
    const peer = getPeer(socket);
    const isAdmitted = limits.admit(socket, () => evicted.push(peer));
    return { socket, peer, isAdmitted };
  };
  const fill = (count: number) => Array.from({ length: count }, (_none, n) => connect(`10.0.0.${Math.floor(n / 200)}`));

  it('admits 200 connections of an address without a login', () => {
    const own = Array.from({ length: 201 }, () => connect('10.0.0.1'));
    expect(own.filter(({ isAdmitted }) => isAdmitted)).toHaveLength(200);
    expect(connect('10.0.0.2').isAdmitted).toBe(true);
    own[0]!.socket.emit('close');
    limits.release(own[0]!.peer);
    expect(connect('10.0.0.1').isAdmitted).toBe(true);
    expect(connect('10.0.0.1').isAdmitted).toBe(false);
    expect(limits.logIn(own[1]!.peer, 'acc_1')).toBe(true);
    expect(connect('10.0.0.1').isAdmitted).toBe(true);
  });

  it('admits 500 connections of an account', () => {
    const own = fill(501);
    expect(own.filter(({ peer }) => limits.logIn(peer, 'acc_1'))).toHaveLength(500);
    expect(limits.logIn(own[500]!.peer, 'acc_2')).toBe(true);
    limits.release(own[0]!.peer);
    expect(limits.logIn(connect('10.0.0.1').peer, 'acc_1')).toBe(true);
  });

  it('ends the oldest connection without a login when there are 2,000', () => {
    const first = fill(2_000);
    expect(limits.logIn(first[0]!.peer, 'acc_1')).toBe(true);
    const later = connect('10.0.1.1');
    expect(later.isAdmitted).toBe(true);
    expect(evicted).toEqual([first[1]!.peer]);
    expect(limits.logIn(later.peer, 'acc_1')).toBe(true);
    // It no longer counts.
    first[1]!.socket.emit('close');
    expect(connect('10.0.1.1').isAdmitted).toBe(true);
    expect(evicted).toEqual([first[1]!.peer, first[2]!.peer]);
  });

  it('rejects a connection when 2,000 have logged in', () => {
    for (const [n, { peer }] of fill(2_000).entries()) expect(limits.logIn(peer, `acc_${n % 4}`)).toBe(true);
    expect(connect('10.0.1.1').isAdmitted).toBe(false);
    expect(evicted).toEqual([]);
  });

  it('replaces how a connection ends', () => {
    const [oldest] = fill(2_000);
    limits.setEviction(oldest!.peer, () => evicted.push('with a reply'));
    connect('10.0.1.1');
    expect(evicted).toEqual(['with a reply']);
  });
});
