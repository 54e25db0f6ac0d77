/**
 * Imported before everything else: keeps zod from compiling validators with `new Function`, which the pages'
 * content security policy forbids and reports. Setting the global that zod's `config` writes to saves
 * loading 4 KB of zod on pages without a form.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
