import { ok, okAnswer } from '@postrider/contracts';
import { z } from 'zod';
import type { EndpointMetadata } from '../http/endpoint-metadata.js';

/** The part of the contract's example that a caller writes: the rest comes from the path and the key. */
export function requestExample(body: z.ZodType, { examples, asks }: EndpointMetadata): unknown {
  if (examples?.request !== undefined || !(body instanceof z.ZodObject)) return examples?.request;
  const request = asks?.examples[0]?.request;
  if (typeof request !== 'object' || request === null) return undefined;
  return Object.fromEntries(Object.entries(request).filter(([field]) => field in body.shape));
}

/** The contract's example as the operation answers it: bare, beside `success` and `status`, or under a name between them. */
export function answerExample(answer: z.ZodType, { examples, asks }: EndpointMetadata): unknown {
  if (examples?.answer !== undefined) return examples.answer;
  if (answer === ok) return okAnswer;
  const response = asks?.examples[0]?.response;
  if (asks === undefined || answer === asks.response || !(answer instanceof z.ZodObject)) return response;
  const [name, ...others] = Object.keys(answer.shape).filter((field) => !(field in ok.shape));
  const wraps = name !== undefined && others.length === 0 && !(name in Object(response));
  const shown = { ...okAnswer, ...(wraps ? { [name]: response } : (response as object)) };
  return Object.fromEntries(Object.entries(shown).filter(([field]) => field in answer.shape));
}
