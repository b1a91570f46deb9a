import {
  activityKinds,
  catalogueParts,
  deliveryStatuses,
  eventTypes,
  imageTypes,
  plans,
  ruleKinds,
  scopes,
  severities,
  statsRanges,
  statuses,
  timelineKinds,
  transforms,
  ways,
} from '@skep/vocabulary';

/** The names that lists of words have in the OpenAPI document, and in clients that are generated from it. */
const names: [string, readonly string[]][] = [
  ['Status', statuses],
  ['Severity', severities],
  ['Plan', plans],
  ['Scope', scopes],
  ['ActivityKind', activityKinds],
  ['TimelineKind', timelineKinds],
  ['Via', ways],
  ['CataloguePart', catalogueParts],
  ['WebhookEvent', eventTypes],
  ['WebhookTransform', transforms],
  ['DeliveryStatus', deliveryStatuses],
  ['BlocklistRuleKind', ruleKinds],
  ['ImageType', imageTypes],
  ['StatsRange', statsRanges],
];

const byWords = new Map(names.map(([name, words]) => [words.join(), name]));

/** The name of a list of words; undefined for one that stands in a single place. */
export const nameOfWords = (words: unknown[]): string | undefined => byWords.get(words.join());
