import { coloursOfLogo } from './logo-colour.ts';

/** A logo as a page shows it before it is sent anywhere. */
export interface ShownLogo {
  file: File;
  url: string;
  /** Its best colour; undefined: it has none, as it is white. */
  accent: string | undefined;
}

/** Reads a logo in this browser. @throws when it is no picture */
export async function readLogo(file: File): Promise<ShownLogo> {
  // As data, because the site's policy lets pages show no other addresses of files.
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('Unreadable.')));
    reader.readAsDataURL(file);
  });
  const [accent] = await coloursOfLogo(url);
  return { file, url, accent };
}
