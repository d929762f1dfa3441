import { expectProcessorTime } from '@postrider/processor-time';
import { toHtmlView } from './html-view.js';
import type { Part } from './parsed-mail.js';

const part: Part = {
  PartID: '2',
  FileName: 'a.png',
  ContentType: 'image/png',
  ContentID: 'a@b',
  Size: 0,
  content: new Uint8Array(),
  isInline: true,
};
const view = (html: string) => toHtmlView(html, [part], ({ PartID }) => `/part/${PartID}`);

describe('toHtmlView', () => {
  it.each([
    ['<img src="cid:a@b">', '<img src="/part/2">'],
    ["<td background='cid:a%40b'>", "<td background='/part/2'>"],
    ['<td style="background:url(cid:a@b)">', '<td style="background:url(/part/2)">'],
    ['<img src=CID:a@b>', '<img src=/part/2>'],
    ['<img src="cid:unknown">', '<img src="cid:unknown">'],
    ['<img src="cid:%zz">', '<img src="cid:%zz">'],
    ['<p>cid:a@b</p>', '<p>cid:a@b</p>'],
  ])('%s', (html, shown) => {
    expect(view(html)).toBe(`<base target="_blank">${shown}`);
  });

  it.each([
    [
      '<!doctype html><html><head lang="en"><title>',
      '<!doctype html><html><head lang="en"><base target="_blank"><title>',
    ],
    ['<!DOCTYPE html>\n<p>', '<!DOCTYPE html><base target="_blank">\n<p>'],
    ['<header><p>', '<base target="_blank"><header><p>'],
  ])('opens links outside of the page and keeps the doctype first: %s', (html, shown) => {
    expect(view(html)).toBe(shown);
  });

  it('takes linear time on HTML made to be slow', async () => {
    await expectProcessorTime(() => view('<head '.repeat(500_000) + '= "cid'.repeat(500_000)), 500);
  });
});
