import fc from 'fast-check';

// A change is refused for what it breaks, not for a value that was drawn today. The soak tests draw new ones each time.
if (process.env['FULL'] !== '1')
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20261128 });
