import { later } from '../later.tsx';

const help = later(() => import('./help.tsx'));

export const openHelp = () => help.open(({ Help }) => <Help />);
