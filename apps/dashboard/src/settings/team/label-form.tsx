import type { Problem } from '@skep/client';
import { Button } from '../../components/button.tsx';
import { Form } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
import styles from './label-form.module.css';

interface Values {
  name: string;
  color: string;
}

interface Props {
  label: string;
  given?: Values;
  save: (values: Values) => Promise<Problem<unknown> | undefined>;
  onCancel?: () => void;
  isCleared?: boolean;
}

/** Name and color of a label. */
export const LabelForm = ({ label, given, save, onCancel, isCleared }: Props) => (
  <div className={styles.form}>
    <Form
      label={label}
      isPart
      isCleared={isCleared ?? false}
      check={({ name = '' }) => (name.trim() ? {} : { name: 'Enter a name.' })}
      send={({ name = '', color = '' }) => save({ name: name.trim(), color: color.toUpperCase() })}
      beside={
        onCancel && (
          <Button kind="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )
      }
    >
      {(wrong) => (
        <TextField
          label="Name"
          name="name"
          defaultValue={given?.name}
          maxLength={50}
          autoComplete="off"
          error={wrong.name ?? wrong.color}
          autoFocus={given !== undefined}
          inside={
            <input
              type="color"
              name="color"
              className={styles.color}
              aria-label="Color"
              title="Color"
              defaultValue={(given?.color ?? '#b45309').toLowerCase()}
            />
          }
        />
      )}
    </Form>
  </div>
);
