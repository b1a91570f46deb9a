import { StartError } from '../start-error.ts';

interface ListenError extends Error {
  code?: string;
}

/** For `.catch` where a port is opened: throws a sentence about the settings that name it when one of them is the cause. */
export function explainListening(
  { host, port }: { host: string; port: number },
  prefix: '' | 'METRICS_' = '',
) {
  const sentences: Record<string, string> = {
    EADDRINUSE: `Port ${port} is already in use: stop what runs there, or set ${prefix}PORT to another one.`,
    EACCES: `Port ${port} needs more rights than this user has: set ${prefix}PORT to one above 1023.`,
  };
  const aboutHost = ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT', 'EINVAL'];
  return (error: ListenError): never => {
    const { code = '' } = error;
    if (sentences[code]) throw new StartError(sentences[code]);
    if (aboutHost.includes(code))
      throw new StartError(`${prefix}HOST ${host} is not an address of this machine.`);
    throw error;
  };
}
