import { describe, expect, it } from 'vitest';
import { createStreamParser } from './parser.ts';

const stream = [
  '\uFEFF: connected\nretry: 2000\nid: 1.a\n\n',
  'id: 2.b\nevent: created\ndata: {"title":"Ünïcödé 🐝"}\n\n',
  ': heartbeat\r\n\r\n',
  'event: two lines\r\ndata: a\r\ndata:b\r\n\r\n',
  'data\rid: 3.c\r\r',
  'id: never\ndata: cut off',
].join('');
const messages = [
  { event: 'created', data: '{"title":"Ünïcödé 🐝"}' },
  { event: 'two lines', data: 'a\nb' },
  { event: 'message', data: '' },
];

describe('a stream', () => {
  it('is parsed according to the standard with any line ending', () => {
    const parser = createStreamParser();
    expect(parser.feed(stream)).toEqual(messages);
    expect([parser.lastEventId(), parser.retryMs()]).toEqual(['3.c', 2000]);
  });

  it('may be split anywhere, even inside a character', () => {
    const bytes = new TextEncoder().encode(stream);
    for (let size = 1; size <= bytes.length; size++) {
      const parser = createStreamParser();
      // The decoder drops the byte order mark, as the standard requires.
      const decoder = new TextDecoder();
      const read = [];
      for (let start = 0; start < bytes.length; start += size)
        read.push(...parser.feed(decoder.decode(bytes.subarray(start, start + size), { stream: true })));
      expect(read).toEqual(messages);
      expect(parser.lastEventId()).toBe('3.c');
    }
  });

  it('has no last event id before the first complete one', () => {
    const parser = createStreamParser();
    expect(parser.lastEventId()).toBeUndefined();
    expect(parser.feed('id: 7')).toEqual([]);
    expect(parser.lastEventId()).toBeUndefined();
    parser.feed('\n\n');
    expect(parser.lastEventId()).toBe('7');
  });
});
