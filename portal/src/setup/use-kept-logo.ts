import type { Profile } from '@stationhouse/sdk/client';
import { useEffect, useRef } from 'react';
import { forgetKeptLogo, readKeptLogo } from '../api/kept-station.ts';
import { useUploads } from '../uploads/upload-queue.ts';
import { useOwnUploads } from '../uploads/upload-target.ts';

/** Uploads the logo that was kept on the front page, once the form is opened, unless the station has one already. */
export function useKeptLogo({ station_logo_url, setup_form_submitted }: Profile): void {
  const target = useOwnUploads();
  const isUnderWay = useUploads(target.queue).uploads.some(({ kind }) => kind === 'logo');
  const isWanted = station_logo_url === null && !setup_form_submitted && !isUnderWay;
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isWanted || isAsked.current) return;
    isAsked.current = true;
    void readKeptLogo().then((logo) => logo && target.queue.add('logo', [logo], target));
  }, [isWanted, target]);
  useEffect(() => {
    if (station_logo_url !== null) void forgetKeptLogo();
  }, [station_logo_url]);
}
