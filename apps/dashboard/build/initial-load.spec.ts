import { initialFiles } from './initial-load.js';

describe('the first load', () => {
  it('is the entry with what it imports at once, and no page', () => {
    const manifest = {
      'index.html': {
        file: 'assets/index-1.js',
        isEntry: true,
        imports: ['_react.js'],
        dynamicImports: ['logs.tsx'],
        css: ['assets/index.css'],
      },
      '_react.js': { file: 'assets/react-1.js', imports: ['_react.js'] },
      'logs.tsx': { file: 'assets/logs-1.js', css: ['assets/logs.css'] },
    };
    expect(initialFiles(manifest)).toEqual([
      'index.html',
      'assets/index-1.js',
      'assets/index.css',
      'assets/react-1.js',
    ]);
  });
});
