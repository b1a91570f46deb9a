import { menus } from '../chunk.ts';

export const openHelp = () => menus.open(({ Help }) => <Help />);
