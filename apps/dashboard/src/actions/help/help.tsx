import { useSyncExternalStore } from 'react';
import { Dialog } from '../../components/dialog.tsx';
import { Kbd } from '../../components/kbd.tsx';
import type { Action } from '../action.ts';
import { keyWords } from '../key-words.ts';
import { singleKeys } from '../keys.ts';
import { overlay } from '../overlay.tsx';
import { allActions } from '../registry.ts';
import styles from './help.module.css';

/** All shortcuts, generated from the action registry. */
export function Help() {
  const keys = useSyncExternalStore(singleKeys.subscribe, singleKeys.get);
  const groups = Map.groupBy(
    allActions().filter((action) => action.keys?.length),
    ({ group }: Action) => group,
  );
  return (
    <Dialog title="Keyboard shortcuts" onClose={overlay.close}>
      <label className={styles.switch}>
        <input
          type="checkbox"
          checked={keys === 'on'}
          onChange={({ target }) => singleKeys.set(target.checked ? 'on' : 'off')}
        />
        Single-key shortcuts. Every action is also in menus and the command palette.
      </label>
      <div className={styles.groups}>
        {[...groups].map(([group, actions]) => (
          <section key={group}>
            <h3>{group}</h3>
            <dl>
              {actions.map(({ id, title, keys }) => (
                <div key={id}>
                  <dt>{title}</dt>
                  <dd>
                    <Kbd keys={keyWords(keys?.[0] ?? '')} />
                    <span className="visually-hidden">{keyWords(keys?.[0] ?? '')}</span>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Everywhere</h3>
          <dl>
            <div>
              <dt>Close</dt>
              <dd>
                <Kbd keys="esc" />
                <span className="visually-hidden">Escape</span>
              </dd>
            </div>
          </dl>
        </section>
      </div>
    </Dialog>
  );
}
