/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The year of the build, shown in prerendered pages. */
  readonly BUILD_YEAR: number;
}
