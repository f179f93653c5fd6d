export { Button } from '../kit.tsx';
