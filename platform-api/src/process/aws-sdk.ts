// Amazon's SDK warns on the terminal that its versions of 2027 will need Node 22. Ours is locked, and operators know the
// versions of Node from docs/operations/dependencies.md. Imported by each file that makes a client of the SDK.

// oxlint-disable-next-line node/no-process-env -- the SDK reads nothing else
process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] = 'true';
