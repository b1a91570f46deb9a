const steps = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** A number of bytes as people say it. */
export function inBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), steps.length - 1);
  const number = bytes / 1024 ** step;
  return `${number < 10 && step > 0 ? number.toFixed(1) : Math.round(number)} ${steps[step]}`;
}
