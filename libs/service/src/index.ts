export { defineAction, NotUnderstood } from './command-line/action.js';
export type { Action, ActionDefinition, ExitCode, Terminal } from './command-line/action.js';
export { defineCommand } from './command-line/command.js';
export type { Command, CommandDefinition } from './command-line/command.js';
export { ConfigError, defineConfig, describeConfig, serviceVariables, variables } from './config.js';
export type { ConfigDefinition, Environment } from './config.js';
export { databaseModule, databaseOptions, migrate, unusableDatabase } from './database.js';
export type { DatabaseDefinition } from './database.js';
export { Health, serveHealth } from './health.js';
export type { HealthCheck } from './health.js';
export { createLogger } from './logger.js';
export { startTracing } from './tracing/start-tracing.js';
export type { Tracing } from './tracing/start-tracing.js';
export { traceHttp } from './tracing/trace-http.js';
export {
  CONFIG,
  connectionCheck,
  databaseCheck,
  runMigrations,
  runningApp,
  runProcess,
  runService,
  startService,
} from './service.js';
export type { RunningApp, ServiceDefinition } from './service.js';
