import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useNewProject } from '../../catalogue/changes.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/text-field.tsx';
import styles from './first-run.module.css';

/** Creates the first project and opens its install page. */
export function NewProject({ team }: { team: number }) {
  const create = useNewProject(team);
  const router = useRouter();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name')).trim();
    if (!name) return setProblem('Enter a name');
    setBusy(true);
    setProblem(undefined);
    try {
      const { id } = await create(name);
      await router.navigate({
        to: '/projects/$projectId/start',
        params: { projectId: String(id) },
        search: {},
      });
    } catch (cause) {
      setProblem((cause as Error).message);
      setBusy(false);
    }
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField label="Name" name="name" placeholder="Website" maxLength={200} error={problem} autoFocus />
      <Button kind="primary" type="submit" isBusy={isBusy}>
        Create
      </Button>
    </form>
  );
}
