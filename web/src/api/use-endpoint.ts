/** Endpoints of the contract as queries and mutations, for the logged-in area only. Public pages load on the server. */
import type { Endpoint, ResponseOf } from "@storyport/contract/endpoint";
import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { UseMutationResult, UseQueryResult } from "@tanstack/react-query";
import { useState } from "react";
import { usePortal } from "#/shell/portal.ts";
import type { ApiError } from "./api-error.ts";
import type { Arguments, Call } from "./call.ts";

interface EndpointQuery<E extends Endpoint> {
  queryKey: readonly unknown[];
  queryFn: () => Promise<ResponseOf<E>>;
}

/** An endpoint's answer in the cache, by the endpoint's name and the input. A route's loader starts the query that its screen shows. */
export function endpointQuery<E extends Endpoint>(call: Call, endpoint: E, ...input: Arguments<E>): EndpointQuery<E> {
  return { queryKey: queryKeyOf(endpoint, ...input), queryFn: async () => await call(endpoint, ...input) };
}

/** The key of an endpoint's cached answer. */
export function queryKeyOf<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): readonly unknown[] {
  return [endpoint.name, ...input];
}

/** Fetches an endpoint and caches its answer. */
export function useEndpoint<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): UseQueryResult<ResponseOf<E>, ApiError> {
  const { call } = usePortal();
  return useQuery<ResponseOf<E>, ApiError>(endpointQuery(call, endpoint, ...input));
}

/** Fetches one page of a list. The former rows stay until the new rows are there. Without an input it fetches nothing. */
export function useListEndpoint<E extends Endpoint>(endpoint: E, input: Arguments<E> | undefined): UseQueryResult<ResponseOf<E>, ApiError> {
  const { call } = usePortal();
  return useQuery<ResponseOf<E>, ApiError>(
    input === undefined
      ? { queryKey: [endpoint.name], queryFn: skipToken }
      : { ...endpointQuery(call, endpoint, ...input), placeholderData: keepPreviousData },
  );
}

/** The answer to a question that the user changes on the page. */
export interface LastAnswer<E extends Endpoint> extends Pick<UseQueryResult<ResponseOf<E>, ApiError>, "error" | "refetch"> {
  /** Undefined until the first answer. */
  data: ResponseOf<E> | undefined;
  /** `data` answers the former question: the present question has no answer yet, or its call has failed. */
  isFormer: boolean;
}

/** Fetches the answer to a question. The last answer stays also if the next call fails, because the page holds what the user has chosen. */
export function useLastAnswer<E extends Endpoint>(endpoint: E, input: Arguments<E>): LastAnswer<E> {
  const { data, error, refetch, isPlaceholderData } = useListEndpoint(endpoint, input);
  const [last, setLast] = useState(data);
  if (data !== undefined && data !== last) setLast(data);
  return { data: data ?? last, error, refetch, isFormer: isPlaceholderData || data === undefined };
}

/** Sends to one endpoint on demand, for a screen that also shows the sent input or the answer. Other actions use `useAction`. */
export function useSend<E extends Endpoint>(endpoint: E): UseMutationResult<ResponseOf<E>, ApiError, Arguments<E>> {
  const { call } = usePortal();
  return useMutation<ResponseOf<E>, ApiError, Arguments<E>>({
    mutationFn: async (input) => await call(endpoint, ...input),
  });
}

/** Returns a function that fetches everything on the page again: after a refusal the page may be outdated. */
export function useRefresh(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries();
}

/** What a form does with an answer that its page shows. */
export interface Answer<T> {
  /** Fetches again. An answer that is looked up in a list is undefined if the thing is gone from the list. */
  ask: () => Promise<T | undefined>;
  /** Replaces the answer by the answer of another call. */
  show: (answer: T) => void;
}

/** For an endpoint that returns the thing of the form. A thing of a list has its own `Answer`. */
export function useAnswer<E extends Endpoint>(endpoint: E, ...input: Arguments<E>): Answer<ResponseOf<E>> {
  const { call } = usePortal();
  const queries = useQueryClient();
  return {
    ask: async () => await call(endpoint, ...input),
    show: (answer) => void queries.setQueryData(queryKeyOf(endpoint, ...input), answer),
  };
}
