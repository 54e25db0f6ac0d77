import { describe, expect, it } from 'vitest';
import { faultsOf, readRepository } from './check-language.mjs';

const repository = readRepository();
const faults = (text, file = 'portal/src/ui/Button.tsx') => faultsOf(file, text, repository);

describe('the check of the language', () => {
  it('finds a banned phrase in a comment', () => {
    expect(faults('/** A cursor that is none. */')).toEqual([
      expect.stringMatching(/Button\.tsx:1: "is none"/),
    ]);
  });

  it('finds one that is spread over two lines', () => {
    expect(faults('// The page updates by\n// itself.')).toHaveLength(1);
  });

  it('finds one in a sentence of the contract, and only there', () => {
    const text = "const detail = 'This key stands twice.';";
    expect(faults(text, 'platform-api/contract/errors.ts')).toHaveLength(1);
    expect(faults(text)).toEqual([]);
  });

  it.each([
    '// At most 5 s (security, SSE row).',
    '// As the API document has it.',
    '// See specification §99.',
    '// See decision 99.',
    '// See docs/missing.md.',
  ])('finds a citation of a document that is not here: %s', (text) => {
    expect(faults(text)).toHaveLength(1);
  });

  it('accepts citations of documents that are here, and plain comments', () => {
    expect(faults('// specification §5, decision 7, docs/architecture.md')).toEqual([]);
    expect(faults("const url = 'https://example.com'; // Retries with backoff.")).toEqual([]);
  });
});
