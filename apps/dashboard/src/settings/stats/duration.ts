/** Formats hours in a suitable unit: "40 min", "5 h", "3.5 days". */
export function durationWords(hours: number | null): string {
  if (hours === null) return '–';
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  if (hours < 48) return `${round(hours)} h`;
  return `${round(hours / 24)} days`;
}

const round = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value));
