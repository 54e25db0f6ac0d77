/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The year in which the portal was built, as prerendered pages show it. */
  readonly BUILD_YEAR: number;
}
