import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { ResponseMemory } from './response-memory.js';

describe('ResponseMemory', () => {
  let aborted: string[];
  beforeEach(() => {
    aborted = [];
  });
  const response = (name: string): Response =>
    Object.assign(new EventEmitter(), { destroy: () => aborted.push(name) }) as unknown as Response;

  it('aborts the oldest response of an account that holds more than is free', () => {
    const memory = new ResponseMemory(100);
    for (const name of ['a1', 'a2', 'a3']) memory.hold('a', response(name), 20);
    expect(aborted).toEqual(['a1']);
    memory.hold('b', response('b1'), 20);
    expect(aborted).toEqual(['a1']);
    memory.hold('a', response('a4'), 20);
    expect(aborted).toEqual(['a1', 'a2']);
  });

  it('never aborts the only response', () => {
    const memory = new ResponseMemory(100);
    memory.hold('a', response('a1'), 90);
    expect(aborted).toEqual([]);
    memory.hold('a', response('a2'), 80);
    expect(aborted).toEqual(['a1']);
  });

  it('aborts the oldest responses of all accounts when the capacity is exceeded', () => {
    const memory = new ResponseMemory(100);
    for (const name of ['a', 'b', 'c', 'd']) memory.hold(name, response(name), 40);
    expect(aborted).toEqual(['a', 'b']);
  });

  it('frees the memory of responses that are read or closed', () => {
    const memory = new ResponseMemory(100);
    const [read, closed] = [response('read'), response('closed')];
    memory.hold('a', read, 40);
    memory.release(read);
    memory.hold('a', closed, 40);
    closed.emit('close');
    memory.hold('a', response('a1'), 25);
    memory.hold('a', response('a2'), 25);
    expect(aborted).toEqual([]);
    memory.release(read);
    memory.hold('a', response('a3'), 25);
    expect(aborted).toEqual(['a1']);
  });

  it('counts a response once, and moves it to the end when it is held again', () => {
    const memory = new ResponseMemory(100);
    const [first, second] = [response('a1'), response('a2')];
    memory.hold('a', first, 20);
    memory.hold('a', second, 20);
    memory.hold('a', first, 20);
    memory.hold('a', response('a3'), 20);
    expect(aborted).toEqual(['a2']);
  });
});
