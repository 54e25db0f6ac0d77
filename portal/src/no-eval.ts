/**
 * Comes before everything else: zod makes no functions out of text. Our pages' policy forbids it, and even
 * trying is reported. It is told by the global that its `config` writes to, since `config` itself would
 * bring 4 KB of zod onto pages without a form.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
