/** Endpoints of the contract as queries and mutations. For the logged-in area only: public pages load in their routes. */
import type { Endpoint, InputOf, ResponseOf } from "@storyport/contract/endpoint";
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { usePortal } from "#/shell/portal.ts";
import type { ApiError } from "./api-error.ts";

type Arguments<E extends Endpoint> = unknown extends InputOf<E> ? [] : [input: InputOf<E>];

/** Asks an endpoint and keeps its answer under the endpoint's name and the input. */
export function useEndpoint<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): UseQueryResult<ResponseOf<E>, ApiError> {
  const { call } = usePortal();
  return useQuery<ResponseOf<E>, ApiError>({
    queryKey: [endpoint.name, ...input],
    queryFn: async () => await call(endpoint, ...input),
  });
}

/** One page of a list: the former rows stay until the new ones are there. Without an input nothing is asked. */
export function useListEndpoint<E extends Endpoint>(endpoint: E, input: Arguments<E> | undefined): UseQueryResult<ResponseOf<E>, ApiError> {
  const { call } = usePortal();
  return useQuery<ResponseOf<E>, ApiError>({
    queryKey: [endpoint.name, ...(input ?? [])],
    queryFn: input === undefined ? skipToken : async () => await call(endpoint, ...input),
    ...(input !== undefined && { placeholderData: keepPreviousData }),
  });
}

/** Sends to an endpoint when told to. */
export function useSend<E extends Endpoint>(endpoint: E): UseMutationResult<ResponseOf<E>, ApiError, Arguments<E>> {
  const { call } = usePortal();
  return useMutation<ResponseOf<E>, ApiError, Arguments<E>>({
    mutationFn: async (input) => await call(endpoint, ...input),
  });
}

/** What an endpoint answered, as the page shows it. */
export interface Answer<T> {
  /** Asks anew; undefined where it is no longer there. */
  ask: () => Promise<T | undefined>;
  /** Puts in its place what another call answered. */
  show: (answer: T) => void;
}

export function useAnswer<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Answer<ResponseOf<E>> {
  const { call } = usePortal();
  const queries = useQueryClient();
  return {
    ask: async () => await call(endpoint, ...input),
    show: (answer) => void queries.setQueryData([endpoint.name, ...input], answer),
  };
}
