import styles from './timeline.module.css';

/** Badge for changes an assistant made on behalf of the named user. */
export const Mcp = () => (
  <span className={styles.mcp} title="Changed by an assistant over MCP">
    MCP
  </span>
);
