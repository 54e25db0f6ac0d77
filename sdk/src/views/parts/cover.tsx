interface CoverProps {
  /** The picture's address; none shows the placeholder. */
  src: string | null | undefined;
  placeholder: string;
  className?: 'cover' | 'logo';
  /** The picture that matters most on its page is fetched before all others. */
  first?: boolean;
}

/**
 * A square picture whose box keeps its size whatever arrives. It says nothing to a screen reader:
 * the words it goes with stand beside it.
 */
export function Cover({ src, placeholder, className = 'cover', first }: CoverProps) {
  return (
    <img
      className={className}
      part={className}
      alt=""
      decoding="async"
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : 'auto'}
      src={src || placeholder}
      onError={({ currentTarget: picture }) => {
        if (picture.getAttribute('src') !== placeholder) picture.src = placeholder;
      }}
    />
  );
}
