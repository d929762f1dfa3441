import { initialFiles } from './compressed.js';

describe('the first load', () => {
  it('is the entry with its static imports, without any page', () => {
    const html = `<link rel="icon" href="/favicon.svg"><script type="module" src="/assets/first-1.js"></script>
      <link rel="modulepreload" href="/assets/router-1.js"><link rel="stylesheet" href="/assets/base.css">`;
    const manifest = {
      '_first.js': { file: 'assets/first-1.js', imports: ['_react.js'], css: ['assets/first.css'] },
      '_react.js': { file: 'assets/react-1.js', imports: ['_react.js'] },
      'logs.tsx': { file: 'assets/logs-1.js', css: ['assets/logs.css'] },
    };
    expect(initialFiles(html, manifest)).toEqual([
      'index.html',
      'assets/first-1.js',
      'assets/first.css',
      'assets/react-1.js',
      'assets/router-1.js',
      'assets/base.css',
    ]);
  });
});
