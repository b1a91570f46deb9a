import { type ComponentProps, lazy, useState } from 'react';
import { createPortal } from 'react-dom';
import { Loaded } from '../../components/loaded.tsx';

const Viewer = lazy(() => import('./viewer.tsx').then(({ Viewer }) => ({ default: Viewer })));

interface Props extends ComponentProps<'button'> {
  address: string;
  alt: string;
}

/** A button around an image that opens it full screen. */
export function Lightbox({ address, alt, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} {...rest} />
      {/* The viewer is a portal, because images are inside paragraphs, which cannot contain a dialog. */}
      {isOpen &&
        createPortal(
          <Loaded>
            <Viewer address={address} alt={alt} onClose={() => setOpen(false)} />
          </Loaded>,
          document.body,
        )}
    </>
  );
}
