import type { DynamicModule, Type } from '@nestjs/common';
import { MODULE_METADATA } from '@nestjs/common/constants.js';

/** The controllers of a module and of those that it imports, without starting any of them. */
export function controllersOf(module: DynamicModule | Type): Type[] {
  const isType = typeof module === 'function';
  const read = (key: string): unknown[] =>
    (Reflect.getMetadata(key, isType ? module : module.module) ?? []) as unknown[];
  const own = isType ? [] : (module.controllers ?? []);
  const imported = [...read(MODULE_METADATA.IMPORTS), ...(isType ? [] : (module.imports ?? []))];
  const all = [
    ...(read(MODULE_METADATA.CONTROLLERS) as Type[]),
    ...own,
    ...imported.flatMap((each) => (isModule(each) ? controllersOf(each) : [])),
  ];
  // Several may import the same one.
  return [...new Set(all)];
}

const isModule = (value: unknown): value is DynamicModule | Type =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && 'module' in value);
