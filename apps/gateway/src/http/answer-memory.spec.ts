import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { AnswerMemory } from './answer-memory.js';

describe('answers that are not read', () => {
  let ended: string[];
  beforeEach(() => {
    ended = [];
  });
  const answer = (name: string): Response =>
    Object.assign(new EventEmitter(), { destroy: () => ended.push(name) }) as unknown as Response;

  it('of one account have as much as is left free, and the one that waits longest is ended', () => {
    const memory = new AnswerMemory(100);
    for (const name of ['a1', 'a2', 'a3']) memory.hold('a', answer(name), 20);
    expect(ended).toEqual(['a1']);
    memory.hold('b', answer('b1'), 20);
    expect(ended).toEqual(['a1']);
    memory.hold('a', answer('a4'), 20);
    expect(ended).toEqual(['a1', 'a2']);
  });

  it('are never ended where there is one alone', () => {
    const memory = new AnswerMemory(100);
    memory.hold('a', answer('a1'), 90);
    expect(ended).toEqual([]);
    memory.hold('a', answer('a2'), 80);
    expect(ended).toEqual(['a1']);
  });

  it('have no more than all of it together, whoever they are of', () => {
    const memory = new AnswerMemory(100);
    for (const name of ['a', 'b', 'c', 'd']) memory.hold(name, answer(name), 40);
    expect(ended).toEqual(['a', 'b']);
  });

  it('give back what they hold when they have gone, or are read', () => {
    const memory = new AnswerMemory(100);
    const [read, closed] = [answer('read'), answer('closed')];
    memory.hold('a', read, 40);
    memory.release(read);
    memory.hold('a', closed, 40);
    closed.emit('close');
    memory.hold('a', answer('a1'), 25);
    memory.hold('a', answer('a2'), 25);
    expect(ended).toEqual([]);
    memory.release(read);
    memory.hold('a', answer('a3'), 25);
    expect(ended).toEqual(['a1']);
  });

  it('count once, from when they were last read', () => {
    const memory = new AnswerMemory(100);
    const [first, second] = [answer('a1'), answer('a2')];
    memory.hold('a', first, 20);
    memory.hold('a', second, 20);
    memory.hold('a', first, 20);
    memory.hold('a', answer('a3'), 20);
    expect(ended).toEqual(['a2']);
  });
});
