import styles from './timeline.module.css';

/** Says that an assistant did it, in the name of whoever stands before it. */
export const Mcp = () => (
  <span className={styles.mcp} title="Changed by an assistant over MCP">
    MCP
  </span>
);
