import { changeFrom, editFrom, type World } from './world.ts';

/** All test steps. Their numbers select what each step applies to. */
export const steps: Record<string, (world: World, a: number, b: number) => void> = {
  report: ({ server }, a) => server.create(a),
  others: ({ server, bugAt }, a, b) => {
    if (bugAt(b) !== bugAt(a)) server.edit(bugAt(a), editFrom(b, bugAt(b)), 2);
  },
  myself: ({ change, bugAt }, a, b) => change([bugAt(a)], changeFrom(b, bugAt(b))),
  many: ({ change, bugAt }, a, b) =>
    change([bugAt(a), bugAt(a + 1), bugAt(a + b)], changeFrom(b - (b % 7) + (b % 6), 0)),
  matching: ({ change }, a, b) => change(null, changeFrom(b - (b % 7) + (b % 6), 0), a),
  remove: ({ change, bugAt }, a, b) => change(b % 2 ? [bugAt(a)] : [bugAt(a), bugAt(b)], { delete: true }),
  undo: ({ undo }, a) => undo(a),
  enter: ({ enter }, a) => enter(a),
  leave: ({ leave }, a) => leave(a),
  look: ({ look }, a, b) => look(a, b % 20, (b % 20) + 4),
  showNew: ({ showNew }, a) => showNew(a),
  open: ({ open, bugAt }, a) => open(bugAt(a)),
  serve: ({ network }, a) => network.serve(a),
  deliver: ({ network }, a) => network.deliver(a),
  lose: ({ network }, a) => network.lose(a),
  refuse: ({ network }, a) => network.refuse(a),
  connect: ({ network }, a) => network.connect(a % 4),
  sendEvents: ({ network }, a) => network.sendEvents(1 + (a % 5)),
  deliverEvents: ({ network }, a) => network.deliverEvents(1 + (a % 5)),
  cleanUp: ({ server, network }, a) => {
    if (network.sendCatalogue()) server.changeSilently(a);
  },
  cut: ({ network }) => network.cut(),
  retry: ({ network }) => network.retry(),
  frame: ({ clock }) => clock.frame(),
  wait: ({ clock }, a) => clock.advance([10, 100, 1_000, 4_000][a % 4] as number),
  sleep: ({ clock }) => clock.advance(6 * 60_000),
};
