/** The texts of a customer's radio IDs, as they wrote them. */
export const RadioIdTexts = ({ texts }: { texts: readonly string[] }) => (
  <ol className="flex list-decimal flex-col gap-1 ps-5">
    {texts.map((text, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- texts may repeat, and the list never changes
      <li key={at} className="whitespace-pre-line">
        {text}
      </li>
    ))}
  </ol>
);
