import { maxCommentImages } from '@skep/vocabulary';
import { useEffect, useRef, useState } from 'react';
import { refusalOf, uploadImage } from './images.ts';

/** A pending or failed upload. */
export interface Upload {
  key: number;
  name: string;
  /** Progress, from 0 to 1. */
  progress: number;
  problem?: string;
}

/** Uploads images for a draft that already references `named` images. Unmounting cancels them. */
export function useUploads(bugId: number, named: number, onUploaded: (name: string, id: number) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);
  useEffect(() => {
    const controllers = running.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const change = (key: number, values: Partial<Upload>) =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)));
  const remove = (key: number) => {
    running.current.get(key)?.abort();
    running.current.delete(key);
    setUploads((before) => before.filter((one) => one.key !== key));
  };

  const start = (key: number, file: File) => {
    const controller = new AbortController();
    running.current.set(key, controller);
    const { signal } = controller;
    uploadImage(bugId, file, { signal, onProgress: (progress) => change(key, { progress }) }).then(
      (id) => {
        if (signal.aborted) return;
        remove(key);
        onUploaded(file.name, id);
      },
      (cause: Error) => {
        running.current.delete(key);
        if (!signal.aborted) change(key, { problem: cause.message });
      },
    );
  };

  const add = (files: readonly File[]) => {
    let room = maxCommentImages - named - uploads.filter(({ problem }) => !problem).length;
    for (const file of files) {
      const key = ++lastKey.current;
      const refusal = refusalOf(file);
      const problem =
        refusal ?? (room > 0 ? undefined : `A comment can have at most ${maxCommentImages} images`);
      setUploads((before) => [
        ...before,
        { key, name: file.name || 'image', progress: 0, ...(problem && { problem }) },
      ]);
      if (problem) continue;
      room--;
      start(key, file);
    }
  };

  return { uploads, add, remove, isUploading: uploads.some(({ problem }) => !problem) };
}
