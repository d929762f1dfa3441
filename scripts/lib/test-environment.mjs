import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/** @type {Map<string, Buffer>} */
const compiled = new Map();
/** Node 20 loses what import() and import.meta refer to, in code that it did not compile itself. */
const mayBeKept = (/** @type {string} */ source) => !/\bimport\s*[.(]/.test(source);
const { SourceTextModule } = vm;

/**
 * Jest compiles the same modules anew for every test file. What V8 made of a source is kept for the other files of the worker: it holds no
 * state, so that the files stay as strange to each other as before.
 */
class KeptModule extends SourceTextModule {
  /**
   * @param {string} source
   * @param {vm.SourceTextModuleOptions} options
   */
  constructor(source, options) {
    const cachedData = compiled.get(source);
    super(source, cachedData === undefined ? options : { ...options, cachedData });
    if (cachedData === undefined && mayBeKept(source)) {
      // The types of Node 20 do not have it.
      const script = /** @type {this & Pick<vm.Script, 'createCachedData'>} */ (this);
      compiled.set(source, script.createCachedData());
    }
  }
}
vm.SourceTextModule = KeptModule;

export default TestEnvironment;
