// The minimum of a Nest service: a handler that returns an image or redirects, and one that stores its body, without
// verification, counting or publishing. Uses the same framework and driver, in its own process.
import { Controller, Get, Module, Param, Post, Redirect, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Pool } from 'pg';

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const target = 'https://shop.example/offer?of=the-week';
const pool = new Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

class Bare {
  open(/** @type {import('express').Response} */ response) {
    response.setHeader('Content-Type', 'image/gif').setHeader('Content-Length', pixel.length).end(pixel);
  }

  click() {
    return { url: target };
  }

  async store(/** @type {{ body: unknown[] }} */ { body }) {
    await pool.query('insert into bare_events (body) select * from unnest($1::jsonb[])', [
      body.map((event) => JSON.stringify(event)),
    ]);
    return { success: true };
  }
}

// Applies decorators by hand, because this file is not compiled.
const getDescriptor = (/** @type {'open' | 'click' | 'store'} */ name) =>
  Object.getOwnPropertyDescriptor(Bare.prototype, name) ?? {};
const route = (
  /** @type {'open' | 'click' | 'store'} */ name,
  /** @type {MethodDecorator} */ method,
  /** @type {ParameterDecorator[]} */ ...parameters
) => {
  method(Bare.prototype, name, getDescriptor(name));
  parameters.forEach((parameter, index) => parameter(Bare.prototype, name, index));
};
route('open', Get('t/o/:token'), Res(), Param('token'));
route('click', Get('t/c/:token'), Param('token'));
Redirect(target, 302)(Bare.prototype, 'click', getDescriptor('click'));
route('store', Post('events'), Req());
Controller()(Bare);

class App {}
Module({ controllers: [Bare] })(App);

await pool.query(
  'create table if not exists bare_events (id bigint generated always as identity primary key, body jsonb not null)',
);
const app = await NestFactory.create(App, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
process.send?.({ port: app.getHttpServer().address().port });
process.on('disconnect', () => process.exit(0));
