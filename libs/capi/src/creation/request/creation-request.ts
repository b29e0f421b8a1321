/**
 * Body of a creation as it was decoded: types are right and no field is unknown, but any may be missing,
 * which null means too.
 */
export interface CreationRequest {
  readonly name?: string | null | undefined;
  readonly control_plane_replicas?: number | null | undefined;
  readonly worker_replicas?: number | null | undefined;
  readonly kubernetes_version?: string | null | undefined;
  readonly control_plane_ip?: string | null | undefined;
  readonly vm_name_prefix?: string | null | undefined;
  readonly description?: string | null | undefined;
  readonly created_by_xo_user_id?: string | null | undefined;
  readonly tags?: Readonly<Record<string, string>> | null | undefined;
}

/** A creation whose fields follow every rule that needs neither catalogue nor defaults. */
export interface CreationParams {
  readonly name: string;
  readonly control_plane_replicas: number;
  readonly worker_replicas: number;
  /** Without `v`. */
  readonly kubernetes_version: string;
  readonly control_plane_ip: string;
  readonly vm_name_prefix: string;
  /** Empty counts as none. */
  readonly description: string;
  /** Empty counts as none. */
  readonly created_by_xo_user_id: string;
  readonly tags: Readonly<Record<string, string>>;
}
